import type { ManifestRules } from '../parts/manifest-rules.ts';

const POPULAR =
  'lodash react express axios chalk commander moment request async debug typescript webpack eslint prettier mocha vitest dotenv mongoose socket.io body-parser cross-env node-fetch jsonwebtoken bcrypt electron puppeteer playwright winston nodemailer sequelize graphql esbuild rollup semver minimist rimraf underscore jquery angular redux react-dom react-router next-auth fastify passport mysql uuid colors yargs inquirer cheerio supertest rxjs zod prisma tailwindcss postcss autoprefixer';
const HONEST = 'preact colord color uuidv4 ruid mocha-7 request-ip react2 clack rollup2 async2';

export const scriptManifest: ManifestRules = {
  json: {
    file: /(?:^|\/)package\.json$/,
    sections: new Set([
      'dependencies',
      'devDependencies',
      'optionalDependencies',
      'peerDependencies',
      'overrides',
      'resolutions',
    ]),
    elsewhere:
      /^(?:git(?:\+\w+)?:|git@|https?:|github:|gitlab:|bitbucket:|[\w.-]+\/[\w.-]+(?:#|$)|file:(?!\.?\/?(?:packages|apps|libs)\/)|link:|ftp:)/,
    installScript: /^(?:preinstall|install|postinstall|prepare|preprepare|postprepare|dependencies)$/,
    runnerKeys: new Set(['jest', 'mocha', 'ava', 'tap', 'nyc', 'c8', 'vitest', 'babel']),
    lintKeys: new Set([
      'eslintConfig',
      'eslintIgnore',
      'prettier',
      'xo',
      'standard',
      'lint-staged',
      'stylelint',
    ]),
  },
  settings: /(?:^|\/)(?:\.npmrc|\.yarnrc(?:\.yml)?)$/,
  names: { popular: POPULAR.split(' '), honest: new Set(HONEST.split(' ')) },
};
