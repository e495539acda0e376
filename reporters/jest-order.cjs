'use strict';
// Prints the flags by which jest 29.5 and later takes tests in another order; nothing for earlier ones.
const { readFileSync } = require('node:fs');

const versionOf = (name) => {
  try {
    return JSON.parse(
      readFileSync(require.resolve(`${name}/package.json`, { paths: [process.cwd()] }), 'utf8'),
    ).version;
  } catch {
    return undefined;
  }
};

const [major = 0, minor = 0] = String(versionOf('jest') ?? versionOf('jest-cli') ?? '')
  .split('.')
  .map(Number);
const seed = process.env.HYDRA_ORDER ?? '';
if (/^\d+$/.test(seed) && (major > 29 || (major === 29 && minor >= 5)))
  process.stdout.write(`--randomize --seed=${seed}`);
