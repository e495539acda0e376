import type { PathRules } from '../parts/path-rules.ts';

const SUFFIXED = /[._-](?:test|spec|e2e|cy)\.[cm]?[jt]sx?$/;

export const scriptPaths: PathRules = {
  lockfiles: [
    'package-lock.json',
    'npm-shrinkwrap.json',
    'yarn.lock',
    'pnpm-lock.yaml',
    'bun.lock',
    'bun.lockb',
    'deno.lock',
  ],
  generatedFolders: ['node_modules', '.next'],
  generated: [/\.min\.(?:js|css|mjs)$/, /\.map$/, /\.bundle\.js$/],
  tests: [SUFFIXED, /\.test-d\.[cm]?tsx?$/, /\.snap$/],
  testsAtTop: /^(?:tests?|specs?)(?:[-.][\w-]+)?\.[cm]?[jt]sx?$/,
  namedTests: {},
  testsAmongFixtures: SUFFIXED,
  configuration: [
    /^[a-z-]+(?:\.[a-z-]+)*\.config\.[cm]?[jt]s$/,
    /^(?:gulp|grunt|jake|broc)file\.[cm]?[jt]s$/,
  ],
  manifests: [/^package\.json$/, /^pnpm-workspace\.yaml$/, /^lerna\.json$/, /^deno\.jsonc?$/],
  runnerConfiguration: [
    /^(?:jest|vitest|vite|karma|playwright|cypress|ava|wdio|babel|nyc)(?:\.[\w-]+)?\.(?:config|conf|workspace|setup)\.(?:[cm]?[jt]s|json)$/,
    /^\.?(?:mocharc|taprc|nycrc|c8rc|babelrc|swcrc|jestrc)(?:\.\w+)?$/,
    /^mocha\.opts$/,
    /^jest[.-]setup\.[cm]?[jt]sx?$/,
    /^setup[-_.]?(?:jest|vitest|tests?)\.[cm]?[jt]sx?$/,
    /^vitest[.-]setup\.[cm]?[jt]s$/,
    /^\.npmrc$/,
    /^\.yarnrc(?:\.yml)?$/,
    /^bunfig\.toml$/,
  ],
  lintConfiguration: [
    /^\.?eslint(?:rc|ignore|\.config)(?:\.\w+)?$/,
    /^\.?prettier(?:rc|ignore|\.config)(?:\.\w+)?$/,
    /^biome\.jsonc?$/,
    /^\.?oxlint(?:rc)?(?:\.\w+)?$/,
    /^\.oxfmtrc(?:\.\w+)?$/,
    /^tslint\.json$/,
    /^\.jshint(?:rc|ignore)$/,
    /^\.jscsrc$/,
    /^\.?stylelint(?:rc|\.config)?(?:\.\w+)?$/,
    /^(?:ts|js)config(?:\.[\w-]+)*\.json$/,
    /^\.xo-config(?:\.\w+)?$/,
    /^\.remarkrc(?:\.\w+)?$/,
  ],
  scripts: [/^gulpfile\.[cm]?[jt]s$/, /^gruntfile\.[cm]?[jt]s$/],
  autoloaded: [],
  installed: [/node_modules\//],
  installHooks: [{ file: /(?:^|\/)(?:binding\.gyp|\.pnpmfile\.c?js)$/ }],
  linterPackages:
    /^(?:eslint|oxlint|@biomejs\/biome|biome|prettier|tslint|jshint|standard|xo|stylelint|typescript|typescript-eslint|@typescript-eslint\/(?:parser|eslint-plugin))$/,
  transforms: [
    {
      file: /(?:^|\/)(?:babel\.config|\.babelrc|\.swcrc|swc\.config|vite\.config|vitest\.config|jest\.config|webpack\.config|rollup\.config|esbuild\.config|tsconfig)[\w.-]*$/,
      line: /\b(?:plugins?|presets?|transform\w*|alias|paths|moduleNameMapper|define|loader|setupFiles\w*|conditions|extends)\b/,
    },
  ],
  shadows: [],
};
