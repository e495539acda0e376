import type { Language } from '../language.ts';
import { goAssessor } from './assess.ts';
import { goComments, goSuppressions } from './comments.ts';
import { goExpectations } from './expectations.ts';
import { goImports } from './imports.ts';
import { goInternalRule } from './internal-rule.ts';
import { goMeasures } from './measures.ts';
import { goNames } from './names.ts';
import { goPaths } from './paths.ts';
import { goOuter, goSurroundings, goTestAware } from './surroundings.ts';
import { goProbe } from './probe.ts';
import { goProfile } from './profile.ts';
import { readGoTests } from './tests.ts';
import { goToolchain } from './toolchain.ts';
import { goLinters, goTestRunners } from './tools.ts';

export const go: Language = {
  id: 'go',
  title: 'Go',
  grammars: { go: 'go' },
  otherExtensions: [],
  profiles: [goProfile],
  testRunners: goTestRunners,
  linters: goLinters,
  typeChecker: 'build',
  formatter: 'gofmt',
  paths: goPaths,
  names: goNames,
  measures: goMeasures,
  comments: goComments,
  brief: {
    manifests: ['go.mod'],
    entryFiles: {},
    mainFunction: true,
    /** A capital makes a name public. */
    isExported: (name) => name.charAt(0) !== name.charAt(0).toLowerCase(),
  },
  resolveImports: goImports,
  boundaries: [goInternalRule],
  mergeManifest: {},
  manifestRules: {
    missing: 'a dependency from an address, or with a name close to a popular one, is not reported',
  },
  preloadVariables: [],
  runnerVariables: [],
  readTests: readGoTests,
  suppressions: goSuppressions,
  faults: { missing: 'undefined names are found by the build' },
  program: {
    missing:
      'names are not followed: flags on what a program calls come from lines and the shape of branches alone',
  },
  capabilityLines: {
    environment: /\bos\.(?:Getenv|LookupEnv|Environ|Setenv)\(/,
    network: /^\s*(?:import\s+)?(?:\w+\s+)?"net(?:\/(?:http|rpc|smtp|url))?"/,
    processes: /^\s*(?:import\s+)?(?:\w+\s+)?"os\/exec"|\bsyscall\.(?:Kill|Exec|ForkExec)\b/,
    files:
      /\bos\.(?:Open|OpenFile|Create|ReadFile|WriteFile|Remove|RemoveAll|Mkdir|MkdirAll|Rename)\(|"io\/ioutil"/,
    native: /^\s*(?:import\s+)?"(?:C|unsafe|plugin)"/,
  },
  surroundings: goSurroundings,
  outer: goOuter,
  testAware: goTestAware,
  runnerHooks: { missing: 'hooks of test runners are not reported' },
  expectations: goExpectations,
  sourceItems: { missing: 'tests are in files of their own' },
  probes: goProbe,
  findHazards: { missing: 'security is scanned by gosec alone' },
  assessor: goAssessor,
  toolchain: goToolchain,
};
