import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findTestParser } from '../../../src/core/parse/tests/registry.ts';
import { checkOf, type Files, planOf } from './plan-fixture.ts';

const REPORTERS = resolve(import.meta.dirname, '../../../reporters');
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hydra-profile-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the planned test command as a check would, without a sandbox. */
const runTests = (files: Files) => {
  const root = join(folder, 'workspace');
  const reportDir = join(folder, 'reports');
  mkdirSync(reportDir);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const check = checkOf(planOf(files), 'test')!;
  const { PATH = '', HOME = folder } = process.env;
  const env = { PATH, HOME, ...check.env, HYDRA_REPORT_DIR: reportDir, HYDRA_REPORTERS: REPORTERS };
  const ran = spawnSync('sh', ['-c', check.command], { cwd: root, env, encoding: 'utf8' });
  const text =
    check.report.from === 'report-file'
      ? readFileSync(join(reportDir, check.report.name), 'utf8')
      : ran.stdout;
  const report = { documents: [{ name: 'report', text }], exitCode: ran.status, root };
  return findTestParser(check.parser ?? '')!.parse(report);
};

const counted = (passed: number, failed: number, skipped: number) => ({
  known: true,
  value: { trust: 'structured', passed, failed, skipped },
});

const NODE_TESTS = [
  "import { test } from 'node:test';",
  "test('good', () => {}); test('bad', () => { throw new Error('no'); }); test.skip('later', () => {});",
].join('\n');

test.each(['node --test', 'echo first && npm run unit', 'node --test; echo done'])(
  'node:test by %s',
  (script) => {
    const scripts = { test: script, unit: 'node --test' };
    const files = {
      'package.json': JSON.stringify({ type: 'module', scripts }),
      'test/a.test.js': NODE_TESTS,
    };
    expect(runTests(files)).toMatchObject(counted(1, 1, 1));
  },
);

test('unittest by its own discovery', () => {
  const tests = [
    'import unittest',
    'from m import f',
    'class T(unittest.TestCase):',
    '  def test_good(self): self.assertEqual(f(), 1)',
    '  def test_bad(self): self.assertEqual(f(), 2)',
  ].join('\n');
  expect(runTests({ 'm.py': 'def f(): return 1\n', 'tests/test_m.py': tests })).toMatchObject(
    counted(1, 1, 0),
  );
});
