import type { Language } from '../language.ts';
import { cppAssessor } from './assess.ts';
import { cppComments, cppSuppressions } from './comments.ts';
import { cppExpectations } from './expectations.ts';
import { cppImports } from './imports.ts';
import { cppMeasures } from './measures.ts';
import { cppNames } from './names.ts';
import { cppPaths } from './paths.ts';
import { cppOuter, cppSurroundings, cppTestAware } from './surroundings.ts';
import { cppCmake } from './profile.ts';
import { readCppTests } from './tests.ts';
import { cppToolchain } from './toolchain.ts';
import { cppLinters, cppTestRunners } from './tools.ts';

const EXTENSIONS = ['c', 'h', 'cc', 'cpp', 'cxx', 'hh', 'hpp', 'hxx', 'ipp', 'inl'];

export const cpp: Language = {
  id: 'cpp',
  title: 'C and C++',
  /** The grammar of C++ reads C too. */
  grammars: Object.fromEntries(EXTENSIONS.map((extension) => [extension, 'cpp'])),
  otherExtensions: [],
  profiles: [cppCmake],
  testRunners: cppTestRunners,
  linters: cppLinters,
  typeChecker: 'build',
  formatter: { missing: 'changed layout counts as churn, except for white space within lines' },
  paths: cppPaths,
  names: cppNames,
  measures: cppMeasures,
  comments: cppComments,
  brief: { manifests: ['CMakeLists.txt'], entryFiles: {}, mainFunction: true },
  resolveImports: cppImports,
  boundaries: [],
  mergeManifest: {},
  manifestRules: {
    missing: 'a dependency from an address, or with a name close to a popular one, is not reported',
  },
  preloadVariables: ['LD_LIBRARY_PATH'],
  runnerVariables: [/^(?:GTEST_\w+|CTEST_\w+|TEST_(?:SHARD_\w+|TOTAL_SHARDS|PREMATURE_EXIT_FILE))$/],
  readTests: readCppTests,
  suppressions: cppSuppressions,
  faults: { missing: 'undefined names are found by the build' },
  program: {
    missing:
      'names are not followed: flags on what a program calls come from lines and the shape of branches alone',
  },
  capabilityLines: {
    environment: /\b(?:secure_)?getenv\s*\(|\bsetenv\s*\(|\bputenv\s*\(|\benviron\b/,
    network:
      /^\s*#\s*include\s*[<"](?:sys\/socket|netinet\/\w+|arpa\/inet|netdb|winsock2?|curl\/curl|boost\/asio)/,
    processes:
      /(?<![\w.>:])(?:system|popen|fork|vfork|kill|execl[pe]?|execv[pe]?|posix_spawnp?|_exit|quick_exit)\s*\(/,
    files:
      /\b(?:fopen|freopen|unlink|remove|rename|opendir|mkdir)\s*\(|^\s*#\s*include\s*<(?:fstream|filesystem)>/,
    native: /\bdlopen\s*\(|\bLoadLibrary\w*\s*\(|\b(?:asm|__asm__)\b\s*(?:volatile\s*)?\(/,
  },
  surroundings: cppSurroundings,
  outer: cppOuter,
  testAware: cppTestAware,
  runnerHooks: { missing: 'hooks of test runners are not reported' },
  expectations: cppExpectations,
  sourceItems: {
    missing: 'tests written next to code (`doctest` in a header) stay as the candidate has them',
  },
  probes: { missing: 'candidates are compared by tests alone, not by calls of changed functions' },
  findHazards: { missing: 'code is not scanned for hazards' },
  assessor: cppAssessor,
  toolchain: cppToolchain,
};
