import type { Files } from '../support/scratch-project.ts';

const WRONG = `export const add = (a, b) => a + b;
export const clamp = (x, low, high) => Math.min(x, high);
`;

/** `clamp` forgets its lower limit, and one test says so. */
export const nodeProject: Files = {
  'package.json': `${JSON.stringify({ name: 'tiny', version: '1.0.0', type: 'module', scripts: { test: 'node --test' } }, null, 2)}\n`,
  'src/math.js': WRONG,
  'test/add.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add } from '../src/math.js';

test('adds', () => {
  assert.equal(add(1, 2), 3);
});
test('adds nothing', () => {
  assert.equal(add(5, 0), 5);
});
`,
  'test/clamp.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clamp } from '../src/math.js';

test('clamps above', () => {
  assert.equal(clamp(9, 1, 5), 5);
});
test('clamps below', () => {
  assert.equal(clamp(-3, 1, 5), 1);
});
`,
};

export const FIXED = WRONG.replace('Math.min(x, high)', 'Math.max(low, Math.min(x, high))');
export const UNFIXED = WRONG;
