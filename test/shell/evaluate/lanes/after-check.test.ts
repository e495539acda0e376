import { expect, test } from 'vitest';
import type { FinishedCheck } from '../../../../src/core/parse/interpret-checks.ts';
import { afterCheck, checkEvent } from '../../../../src/shell/evaluate/lanes/after-check.ts';
import { type FieldContext, newFieldContext } from '../../../../src/shell/evaluate/field/field-context.ts';
import { newRecord, type TreeUnderTest } from '../../../../src/shell/evaluate/lanes/tree-lane.ts';

const LOG = { path: 'x', sha256: 'x', bytes: 0, truncated: false };
const finished = {
  check: { kind: 'build', name: 'build', origin: 'config', parser: null },
  outcome: { status: 'exited', exitCode: 0, durationMs: 900, silentMs: 800, log: LOG },
  documents: [],
  root: '/workspace',
} as unknown as FinishedCheck;

const learnt = (profile: string, scope: string, check: FinishedCheck = finished) => {
  const context = newFieldContext({
    tools: { files: {} },
    plan: { profile, checks: [check.check], install: { scope } },
    base: { installed: { status: 'installed', reused: true, durationMs: 60_000 } },
    options: {},
  } as unknown as FieldContext);
  const subject = { tree: 'base', side: 'baseline', owners: ['baseline'] } as unknown as TreeUnderTest;
  afterCheck(context, newRecord(subject), check, false);
  return [context.times.get(check.check.name), context.times.pace(check.check.name, 600_000)?.silentMs];
};

test('if the installation of the base compiled it, candidates get time to compile themselves', () => {
  expect(learnt('rust', 'tree')).toEqual([60_000, 60_000]);
});

test.each([
  ['js-node', 'tree'],
  ['rust', 'manifests'],
])('of %s with an installation of %s the check tells alone', (profile, scope) => {
  expect(learnt(profile, scope)).toEqual([900, 10_000]);
});

const failing = (check: object, text: string): FinishedCheck =>
  ({
    ...finished,
    check: { name: 'it', origin: 'config', ...check },
    outcome: { ...finished.outcome, exitCode: 1 },
    documents: text === '' ? [] : [{ name: 'a.xml', text }],
  }) as unknown as FinishedCheck;
const FAILED = '<testsuite><testcase classname="a" name="b"><failure message="x"/></testcase></testsuite>';

test.each([
  ['a build that fails', failing({ kind: 'build', parser: null }, ''), undefined],
  ['tests that cannot start', failing({ kind: 'test', parser: 'auto' }, ''), undefined],
  ['tests of which one fails', failing({ kind: 'test', parser: 'junit' }, FAILED), 900],
])('of %s the base shows how long they take: %#', (_, check, expected) => {
  expect(learnt('js-node', 'manifests', check)[0]).toBe(expected);
});

const told = (...cases: readonly string[]): unknown => {
  const text = `<testsuite>${cases.map((one) => `<testcase classname="a" ${one}</testcase>`).join('')}</testsuite>`;
  const check = { kind: 'test', name: 'own', origin: 'config', parser: 'junit' };
  const run = {
    ...finished,
    check,
    root: '/w',
    documents: [{ name: 'a.xml', text }],
  } as unknown as FinishedCheck;
  const subject = { tree: 'x', side: 'candidate', owners: ['x'] };
  const event = checkEvent('check', newRecord(subject as unknown as TreeUnderTest), run);
  return 'tests' in event ? event.tests : undefined;
};

const FAILS = '<failure message="x"/>';

test('the event has the counts of the tests that ran, and none for none', () => {
  expect(told('name="adds">', `name="takes">${FAILS}`)).toEqual({ passed: 1, failed: 1 });
  expect(told()).toBeUndefined();
});
