// Judges candidates of the JavaScript project, each in a folder of its own; they never see it.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

for (const name of readdirSync(process.env.CANDIDATES)) {
  const entry = join(process.env.CANDIDATES, name, 'src/index.js');
  const { splitEvenly, splitByShare, percentOff } = await import(pathToFileURL(entry).href);

  test(`${name}: odd cents go to the first`, () => {
    assert.deepEqual(splitEvenly(1001, 4), [251, 250, 250, 250]);
    assert.deepEqual(splitEvenly(5, 3), [2, 2, 1]);
    assert.deepEqual(splitEvenly(7, 7), [1, 1, 1, 1, 1, 1, 1]);
  });

  test(`${name}: nothing is lost, whatever is split`, () => {
    for (let cents = 0; cents < 200; cents += 7)
      for (let people = 1; people < 9; people += 1)
        assert.equal(
          splitEvenly(cents, people).reduce((sum, share) => sum + share, 0),
          cents,
        );
  });

  test(`${name}: the rest is as it was`, () => {
    assert.deepEqual(splitByShare(100, [1, 1, 1]), [33, 33, 34]);
    assert.equal(percentOff(999, 10), 899);
  });
}
