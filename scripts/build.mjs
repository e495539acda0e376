// TypeScript → dist/ (the program in app/, its types in types/, the pages in web/), completely or not at all.
import { chmodSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { bundle } from './bundle.mjs';
import { demand, root, step } from './step.mjs';

const at = (name) => join(root, name);
const fresh = `.dist-${process.pid}`;
const old = `.dist-old-${process.pid}`;

process.on('exit', () => {
  for (const name of [fresh, old]) rmSync(at(name), { recursive: true, force: true });
});
demand(step('types', ['tsc', '-p', 'tsconfig.build.json', '--outDir', `${fresh}/types`], { local: true }));
await Promise.all([bundle(fresh), buildWeb(fresh)]);
chmodSync(at(`${fresh}/faces/cli/main.js`), 0o755);
writeFileSync(at(`${fresh}/.built`), '');
if (existsSync(at('dist'))) renameSync(at('dist'), at(old));
renameSync(at(fresh), at('dist'));
