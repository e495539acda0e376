import type { PathRules } from '../parts/path-rules.ts';

export const rustPaths: PathRules = {
  lockfiles: ['cargo.lock'],
  generatedFolders: ['target'],
  generated: [],
  tests: [/_test\.rs$/, /^tests?\.rs$/],
  namedTests: {},
  testsInSources: true,
  configuration: [/^build\.rs$/],
  manifests: [/^cargo\.toml$/],
  runnerConfiguration: [/^nextest\.toml$/],
  lintConfiguration: [/^\.?clippy\.toml$/, /^\.?rustfmt\.toml$/],
  scripts: [],
  autoloaded: [],
  installed: [],
  linterSections: /^\[+\s*(?:workspace\.)?lints(?:\.|\s*\])/,
  installHooks: [
    { file: /(?:^|\/)build\.rs$/ },
    {
      file: /(?:^|\/)\.cargo\/config(?:\.toml)?$/,
      line: /^\s*(?:runner|linker|rustc(?:-\w+)*-wrapper|rust(?:doc)?flags)\s*=/,
    },
    { file: /(?:^|\/)cargo\.toml$/, line: /^\s*build\s*=\s*["']/ },
  ],
  transforms: [
    {
      file: /(?:^|\/)cargo\.toml$/i,
      line: /^\s*\[\s*(?:patch\b|replace\b|profile\.)|^\s*(?:debug-assertions|overflow-checks|harness|autotests|doctest)\s*=/,
    },
  ],
  shadows: [],
};
