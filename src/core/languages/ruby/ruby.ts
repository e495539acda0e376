import type { Language } from '../language.ts';
import { rubyAssessor } from './assess.ts';
import { rubyComments, rubySuppressions } from './comments.ts';
import { rubyExpectations } from './expectations.ts';
import { rubyImports } from './imports.ts';
import { rubyMeasures } from './measures.ts';
import { rubyNames } from './names.ts';
import { rubyPaths } from './paths.ts';
import { rubyOuter, rubySurroundings, rubyTestAware } from './surroundings.ts';
import { rubyProfile } from './profile.ts';
import { readRubyTests } from './tests.ts';
import { rubyToolchain } from './toolchain.ts';
import { rubyLinters, rubyTestRunners } from './tools.ts';

export const ruby: Language = {
  id: 'ruby',
  title: 'Ruby',
  grammars: { rb: 'ruby', rake: 'ruby', ru: 'ruby' },
  otherExtensions: ['gemspec', 'erb'],
  profiles: [rubyProfile],
  testRunners: rubyTestRunners,
  linters: rubyLinters,
  typeChecker: { missing: 'types are not checked; sorbet and steep can be configured as commands' },
  formatter: { missing: 'changed layout counts as churn, except for white space within lines' },
  paths: rubyPaths,
  names: rubyNames,
  measures: rubyMeasures,
  comments: rubyComments,
  brief: { manifests: [], entryFiles: { 'config.ru': 'Rack' }, mainFunction: false },
  resolveImports: rubyImports,
  boundaries: [],
  mergeManifest: {},
  manifestRules: {
    missing: 'a dependency from an address, or with a name close to a popular one, is not reported',
  },
  preloadVariables: ['RUBYOPT', 'RUBYLIB', 'SPEC_OPTS'],
  runnerVariables: [/^(?:SPEC_OPTS|TEST_ENV_NUMBER)$/],
  readTests: readRubyTests,
  suppressions: rubySuppressions,
  faults: { missing: 'undefined names are found only if a test runs the line' },
  program: {
    missing:
      'names are not followed: flags on what a program calls come from lines and the shape of branches alone',
  },
  capabilityLines: {
    environment: /\bENV\b\s*[[.]/,
    network:
      /\brequire\s+["'](?:net\/\w+|socket|open-uri|faraday|httparty)["']|\b(?:TCPSocket|UDPSocket|Net::HTTP)\b/,
    processes:
      /(?:^|[\s=(])(?:system|exec|spawn|fork)[\s(]+["'[]|\bProcess\.(?:kill|spawn|fork)\b|\bIO\.popen\b|\bOpen3\b|%x[{[(]|^[^#`]*`[^`]+`/,
    files:
      /\b(?:File|IO|Dir|FileUtils)\.(?:open|read|write|binread|binwrite|delete|unlink|rename|rm_rf?|mkdir_p?|cp|mv|glob)\b/,
    evaluation: /\b(?:instance_|class_|module_)?eval\b[\s(]+["']|\bbinding\.eval\b|\bMarshal\.load\b/,
    native: /\brequire\s+["'](?:ffi|fiddle)["']/,
  },
  surroundings: rubySurroundings,
  outer: rubyOuter,
  testAware: rubyTestAware,
  runnerHooks: { missing: 'hooks of test runners are not reported' },
  expectations: rubyExpectations,
  sourceItems: { missing: 'tests are in files of their own' },
  probes: { missing: 'candidates are compared by tests alone, not by calls of changed functions' },
  findHazards: { missing: 'security is scanned by the security cops of rubocop alone' },
  assessor: rubyAssessor,
  toolchain: rubyToolchain,
};
