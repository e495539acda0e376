// The licences of packages whose code is part of the build.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './step.mjs';

const PACKAGE = /node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** Their licences must be shipped with their code. */
export const licencesOf = (inputs) => {
  const names = new Set(inputs.map((path) => PACKAGE.exec(path)?.[1]).filter((name) => name !== undefined));
  return [...names]
    .sort()
    .map((name) => {
      const folder = join(root, 'node_modules', name);
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      if (file === undefined) throw new Error(`${name} comes without a licence: it cannot be included`);
      return `${name}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
    })
    .join('\n---\n\n');
};
