import type { Language } from '../language.ts';
import { scriptAssessor } from './assess.ts';
import { cruiserRules } from './boundaries/cruiser-rules.ts';
import { elementRules } from './boundaries/element-rules.ts';
import { scriptComments, scriptSuppressions } from './comments.ts';
import { packageEntryPoints } from './entry-points.ts';
import { scriptExpectations } from './expectations.ts';
import { findHazards } from './hazards/find-hazards.ts';
import { scriptImports } from './imports.ts';
import { scriptLinters } from './linters.ts';
import { scriptManifest } from './manifest.ts';
import { scriptMeasures } from './measures.ts';
import { mergePackageJson } from './package/merge-package-json.ts';
import { scriptNames } from './names.ts';
import { scriptPaths } from './paths.ts';
import { scriptOuter, scriptSurroundings } from './surroundings.ts';
import { scriptProbe } from './probe.ts';
import { jsNode } from './profile.ts';
import { scriptProgram } from './program.ts';
import { scriptTestRunners } from './test-runners.ts';
import { readScriptTests } from './tests.ts';
import { scriptToolchain } from './toolchain.ts';

export const script: Language = {
  id: 'script',
  title: 'TypeScript and JavaScript',
  grammars: {
    js: 'javascript',
    jsx: 'javascript',
    mjs: 'javascript',
    cjs: 'javascript',
    ts: 'typescript',
    mts: 'typescript',
    cts: 'typescript',
    tsx: 'tsx',
  },
  otherExtensions: ['vue', 'svelte'],
  profiles: [jsNode],
  testRunners: scriptTestRunners,
  linters: scriptLinters,
  typeChecker: 'tsc',
  formatter: 'prettier',
  paths: scriptPaths,
  names: scriptNames,
  measures: scriptMeasures,
  comments: scriptComments,
  brief: {
    manifests: ['package.json', 'tsconfig.json'],
    entryFiles: {},
    mainFunction: false,
    namedEntryPoints: packageEntryPoints,
  },
  resolveImports: scriptImports,
  boundaries: [cruiserRules, elementRules],
  mergeManifest: { 'package.json': mergePackageJson },
  manifestRules: scriptManifest,
  preloadVariables: ['NODE_OPTIONS', 'node-options', 'script-shell'],
  runnerVariables: [
    /^(?:JEST_WORKER_ID|VITEST|VITEST_\w+|NODE_TEST_CONTEXT|NODE_TEST_WORKER_ID|MOCHA_\w+)$/,
    /^(?:AVA_PATH|TAP_CHILD_ID|CYPRESS|PLAYWRIGHT_TEST|TEST_WORKER_INDEX|npm_lifecycle_(?:event|script))$/,
  ],
  readTests: readScriptTests,
  suppressions: scriptSuppressions,
  faults: {
    missing:
      "undefined names are found by the project's own linter or type checker, or if a test runs the line",
  },
  program: scriptProgram,
  capabilityLines: {
    environment: /(?:\bfrom|\bimport\s*\(|\brequire\s*\()\s*["'`](?:node:)?process["'`]/,
    // A module or member with a computed name cannot be followed.
    evaluation:
      /\bimport\s*\(\s*[^"'`\s]|\brequire\s*\(\s*[^"'`\s)]|\bgetBuiltinModule\b|\.constructor\s*\(|\bReflect\.get\s*\([^,()]{1,80},[^,()]{0,80}["'`]\s*\+|\[\s*["'`]\w{1,40}["'`]\s*\+\s*["'`]/,
  },
  surroundings: scriptSurroundings,
  outer: scriptOuter,
  testAware: [],
  runnerHooks: { missing: 'hooks of test runners in plug-in files are not reported' },
  expectations: scriptExpectations,
  sourceItems: {
    missing: 'tests written next to code (`import.meta.vitest`) stay as the candidate has them',
  },
  probes: scriptProbe,
  findHazards,
  assessor: scriptAssessor,
  toolchain: scriptToolchain,
};
