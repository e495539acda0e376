import type { Toolchain } from '../parts/toolchain.ts';

export const cppToolchain: Toolchain = {
  probes: [
    { what: 'cmake', command: ['cmake', '--version'], for: 'cpp-cmake repositories' },
    { what: 'ctest', command: ['ctest', '--version'], for: 'tests of cpp-cmake repositories' },
    { what: 'c++', command: ['c++', '--version'], for: 'cpp-cmake repositories' },
    {
      what: 'clang-tidy',
      command: ['run-clang-tidy', '--help'],
      for: 'lint of C and C++ with a .clang-tidy',
    },
  ],
  programs: ['cmake', 'ctest', 'c++', 'g++', 'clang++', 'ninja', 'clang-tidy', 'run-clang-tidy'],
  programsByName: ['ninja', 'clang-tidy', 'run-clang-tidy'],
  installationMarks: /^(?:lib\/gcc|lib\/clang)$/,
  versionManagers: [],
  folderVariables: [],
  behindShims: {},
  registrySettings: [],
  systemSettings: [],
  networkVariables: [],
  // Of GoogleTest. ctest's own random order takes no seed, so the base would run in another one than candidates.
  otherOrder: (seed) => ({ sets: { GTEST_SHUFFLE: '1', GTEST_RANDOM_SEED: String(seed) } }),
  mixedFolders: [],
  symptoms: [
    { cause: 'missing-module', pattern: /No (CMAKE_(?:C|CXX)_COMPILER) could be found/ },
    { cause: 'missing-module', pattern: /package configuration file provided by "([^"]{1,100})"/ },
    { cause: 'missing-module', pattern: /Could NOT find (\w{1,100}) \(missing:/ },
    { cause: 'missing-module', pattern: /fatal error: ([\w./+-]{1,150}): No such file or directory/ },
    { cause: 'toolchain-version', pattern: /(CMake \d[\d.]{0,20} or higher is required)/ },
    { cause: 'toolchain-version', pattern: /(unrecognized command.line option .{1,60})/ },
  ],
};
