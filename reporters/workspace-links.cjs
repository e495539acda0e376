// Reports packages of a workspace that are installed from a registry instead of being links into the tree.
'use strict';
const fs = require('node:fs');
const path = require('node:path');

const MOST_FOLDERS = 2000;
const SKIPPED = new Set([
  'node_modules',
  '.git',
  'dist',
  'build',
  'fixtures',
  '__fixtures__',
  'test',
  'tests',
]);

const readName = (folder) => {
  try {
    const { name } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
    return typeof name === 'string' ? name : null;
  } catch {
    return null;
  }
};

const packagesBelow = (root) => {
  const found = [];
  const queue = [root];
  for (let seen = 0; queue.length > 0 && seen < MOST_FOLDERS; seen += 1) {
    const folder = queue.shift();
    const name = folder === root ? null : readName(folder);
    if (name !== null) found.push(name);
    let entries = [];
    try {
      entries = fs.readdirSync(folder, { withFileTypes: true });
    } catch {
      // It is unreadable, so nothing in it is a package.
    }
    for (const entry of entries)
      if (entry.isDirectory() && !SKIPPED.has(entry.name) && !entry.name.startsWith('.'))
        queue.push(path.join(folder, entry.name));
  }
  return found;
};

const root = fs.realpathSync(process.cwd());
for (const name of packagesBelow(root)) {
  let real;
  try {
    real = fs.realpathSync(path.join(root, 'node_modules', ...name.split('/')));
  } catch {
    continue;
  }
  const inside = path.relative(root, real);
  if (inside.split(path.sep).includes('node_modules') || inside.startsWith('..'))
    console.log(
      `hydra: ${name} is installed from a registry, although its source is in this repository: tests that import it by name run the released copy`,
    );
}
