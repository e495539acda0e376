import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { has, unless } from '../support/needs.ts';
import { REPORTERS } from './run-reporter.ts';

const READ = 'import ast, sys; ast.parse(open(sys.argv[1]).read(), feature_version=(3, 6))';
/** Added after Python 3.6; `asyncio.run` is requested by name. */
const NEWER =
  /\b(?:\w+_ns\(|asyncio\.run\(|removeprefix|dataclasses|contextvars|importlib\.(?:metadata|resources))/;

const files = readdirSync(REPORTERS).filter((name) => name.endsWith('.py'));

test.skipIf(!has.python).each(files)(`%s runs with Python 3.6${unless('python')}`, (name) => {
  const read = spawnSync('python3', ['-c', READ, join(REPORTERS, name)], { encoding: 'utf8' });
  expect(read.stderr).toBe('');
  expect(readFileSync(join(REPORTERS, name), 'utf8')).not.toMatch(NEWER);
});
