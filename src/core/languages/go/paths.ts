import type { PathRules } from '../parts/path-rules.ts';

export const goPaths: PathRules = {
  lockfiles: ['go.sum', 'go.work.sum'],
  generatedFolders: [],
  generated: [/\.pb\.go$/, /_gen\.go$/, /zz_generated.*\.go$/, /_string\.go$/],
  tests: [/_test\.go$/],
  namedTests: { go: /_test\.go$/ },
  configuration: [/\.(?:mod|work)$/],
  manifests: [/^go\.(?:mod|work)$/],
  runnerConfiguration: [],
  lintConfiguration: [/^\.?golangci\.(?:ya?ml|toml|json)$/],
  scripts: [],
  autoloaded: [],
  installed: [],
  shadows: [],
  installHooks: [
    { file: /\.go$/, line: /^\/\/go:generate\s.*\b(?:curl|wget|nc|(?:ba|z|da)?sh|python3?|perl|node)\b/ },
  ],
  transforms: [{ file: /(?:^|\/)go\.(?:mod|work)$/, line: /=>\s*\.{0,2}\/|^\s*(?:use|godebug)\b/ }],
  uninspected: /\.(?:s|asm|syso)$/i,
};
