import type { PathRules } from '../parts/path-rules.ts';

/** No project uses this name: a patch with files in it can only try to pass them off as build results. */
export const BUILD_FOLDER = '.cmake-build';

const SOURCE = '(?:c|cc|cpp|cxx|c\\+\\+)';
const HEADER_TEST = /test.*\.h(?:h|pp|xx)?$/i;

export const cppPaths: PathRules = {
  lockfiles: ['conan.lock'],
  generatedFolders: [BUILD_FOLDER, 'cmakefiles', 'cmake-build-debug', 'cmake-build-release', '_deps'],
  generated: [],
  tests: [
    new RegExp(`(?:^|[._-])(?:unit[._-]?)?tests?\\.${SOURCE}$`),
    new RegExp(`^(?:unit)?tests?[_-].*\\.${SOURCE}$`),
    new RegExp(`(?:_unittest|[a-z0-9]Tests?|_spec)\\.${SOURCE}$`),
    new RegExp(`(?<!^(?:la|con|at|pro|de|grea|fas))tests?\\.${SOURCE}$`),
  ],
  // Headers among tests support them.
  namedTests: { h: HEADER_TEST, hh: HEADER_TEST, hpp: HEADER_TEST, hxx: HEADER_TEST },
  configuration: [/\.cmake(?:\.in)?$/],
  plainTextConfiguration: [/^cmakelists\.txt$/, /^conanfile\.txt$/],
  manifests: [
    /^cmakelists\.txt$/,
    /^cmakepresets\.json$/,
    /^vcpkg(?:-configuration)?\.json$/,
    /^conanfile\.(?:txt|py)$/,
  ],
  runnerConfiguration: [/^ctestconfig\.cmake$/, /^ctestcustom\.cmake(?:\.in)?$/],
  lintConfiguration: [/^\.clang-(?:tidy|format)$/, /^\.clang-format-ignore$/],
  scripts: [],
  autoloaded: [/^\.cmake-build\//],
  installed: [],
  installHooks: [
    {
      file: /(?:^|\/)cmakelists\.txt$|\.cmake$/,
      line: /\b(?:execute_process|exec_program)\s*\(|\bfile\s*\(\s*DOWNLOAD\b/i,
    },
  ],
  uninspected: /\.(?:s|asm)$/i,
  shadows: [],
};
