import type { Language } from '../language.ts';
import { javaAssessor } from './assess.ts';
import { javaComments, javaSuppressions } from './comments.ts';
import { javaGradle } from './gradle.ts';
import { javaExpectations } from './expectations.ts';
import { javaImports } from './imports.ts';
import { javaMaven } from './maven.ts';
import { javaMeasures } from './measures.ts';
import { javaNames } from './names.ts';
import { javaPaths } from './paths.ts';
import { javaOuter, javaSurroundings, javaTestAware } from './surroundings.ts';
import { readJavaTests } from './tests.ts';
import { javaToolchain } from './toolchain.ts';
import { javaLinters, javaTestRunners } from './tools.ts';

export const java: Language = {
  id: 'java',
  title: 'Java',
  grammars: { java: 'java' },
  otherExtensions: ['kt', 'scala', 'groovy'],
  profiles: [javaMaven, javaGradle],
  testRunners: javaTestRunners,
  linters: javaLinters,
  typeChecker: 'build',
  formatter: 'prettier-plugin-java',
  paths: javaPaths,
  names: javaNames,
  measures: javaMeasures,
  comments: javaComments,
  brief: { manifests: [], entryFiles: {}, mainFunction: true },
  resolveImports: javaImports,
  boundaries: [],
  mergeManifest: {},
  manifestRules: {
    missing: 'a dependency from an address, or with a name close to a popular one, is not reported',
  },
  preloadVariables: ['JAVA_TOOL_OPTIONS', 'MAVEN_OPTS', 'GRADLE_OPTS'],
  runnerVariables: [],
  readTests: readJavaTests,
  suppressions: javaSuppressions,
  faults: { missing: 'undefined names are found by the build' },
  program: {
    missing:
      'names are not followed: flags on what a program calls come from lines and the shape of branches alone',
  },
  capabilityLines: {
    environment: /\bSystem\.(?:getenv|getProperties)\(/,
    network: /^\s*import\s+(?:static\s+)?(?:java\.net\.|javax\.net\.|okhttp3\.|org\.apache\.http)/,
    processes: /\bRuntime\.getRuntime\(\)\.exec\b|\bProcessBuilder\b|\bProcessHandle\b/,
    files: /^\s*import\s+(?:static\s+)?java\.(?:io\.(?:File|RandomAccess)|nio\.file\.)/,
    evaluation: /^\s*import\s+javax\.(?:script|tools)\.|\bdefineClass\(/,
    native: /\bSystem\.load(?:Library)?\(|\bsun\.misc\.Unsafe\b|\bcom\.sun\.jna\b/,
  },
  surroundings: javaSurroundings,
  outer: javaOuter,
  testAware: javaTestAware,
  runnerHooks: { missing: 'hooks of test runners are not reported' },
  expectations: javaExpectations,
  sourceItems: { missing: 'tests are in files of their own' },
  probes: { missing: 'candidates are compared by tests alone, not by calls of changed functions' },
  findHazards: { missing: 'security is scanned by spotbugs alone' },
  assessor: javaAssessor,
  toolchain: javaToolchain,
};
