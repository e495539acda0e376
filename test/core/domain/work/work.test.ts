import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type * as z from 'zod';
import { Work, WorkUpdate } from '../../../../src/core/domain/work/work.ts';
import { PreparedBase, WorkEvent, WorkResult } from '../../../../src/core/domain/work/work-result.ts';
import { step, work } from '../../../shell/ports/work-builders.ts';

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
const text = fc.string({ unit: 'binary', maxLength: 40 });
const few = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 3 });
const ms = fc.double({ min: 0, max: 1e9, noNaN: true }).map((value) => value + 0);
const count = fc.nat(1_000_000);
const commit = fc.oneof(hex(40), hex(64));
const variables = fc
  .dictionary(fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.]{0,8}$/), text, { maxKeys: 3 })
  .map((given) => ({ ...given }));
const blob = fc.record({ sha256: hex(64), bytes: count });
const change = fc.record({
  path: fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
  mode: fc.constantFrom('100644', '100755', '120000', '160000', '000000'),
  blob: fc.option(commit),
});
const optional = <T>(record: { readonly [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(record, { requiredKeys: [] });
const report = fc.option(
  fc.oneof(
    fc.constant({ from: 'stdout' as const }),
    fc.constant({ from: 'log' as const }),
    text.map((name) => ({ from: 'report-file' as const, name })),
    text.map((pattern) => ({ from: 'workspace-files' as const, pattern })),
  ),
);
const adjustable = {
  estimateMs: ms,
  pace: fc.option(fc.record({ totalMs: ms, silentMs: fc.option(ms) })),
  skip: fc.boolean(),
  stopOnFailure: fc.boolean(),
  files: few(fc.record({ name: text, blob })),
};
const anyStep = fc.record({
  ...adjustable,
  name: text,
  command: text,
  env: variables,
  network: fc.boolean(),
  timeoutMs: fc.integer({ min: 1 }),
  attempts: fc.integer({ min: 1, max: 5 }),
  separateStdout: fc.boolean(),
  report,
  output: fc.option(text),
  keep: fc.option(
    fc.record({
      key: hex(64),
      lasting: fc.boolean(),
      when: fc.constantFrom('always' as const, 'passed' as const),
    }),
  ),
});
const install = fc.option(
  fc.record({
    command: text,
    manifests: few(text),
    scope: fc.constantFrom('manifests' as const, 'tree' as const),
    network: fc.boolean(),
    timeoutMs: ms,
    env: variables,
    environment: few(text),
  }),
);
const amount = fc.integer({ min: 1 });
const anyWork = fc.record({
  id: fc.string({ minLength: 1, maxLength: 20 }),
  label: text,
  base: fc.record({
    commit,
    install,
    environment: variables,
    limits: optional({
      memoryBytes: amount,
      processes: amount,
      diskBytes: amount,
      outputBytes: amount,
      openFiles: amount,
    }),
  }),
  changes: few(change),
  start: fc.option(
    fc.record({
      key: hex(64),
      changes: few(change),
      replaces: few(fc.nat()),
      otherwise: fc.constantFrom('base' as const, 'fail' as const),
    }),
  ),
  urgent: fc.boolean(),
  steps: few(anyStep),
});
const outcome = fc.oneof(
  fc.record(
    { status: fc.constant('exited' as const), exitCode: fc.integer(), durationMs: ms, silentMs: ms },
    { requiredKeys: ['status', 'exitCode', 'durationMs'] },
  ),
  fc.record(
    { status: fc.constant('timed-out' as const), timeoutMs: ms, durationMs: ms, silentMs: ms },
    { requiredKeys: ['status', 'timeoutMs', 'durationMs'] },
  ),
  fc.record({ status: fc.constant('killed' as const), signal: text, durationMs: ms }),
  fc.record({ status: fc.constant('not-started' as const), reason: text }),
);
const stepResult = fc.record({
  at: fc.nat(),
  outcome,
  root: text,
  log: fc.option(blob),
  stdout: fc.option(blob),
  reports: few(fc.record({ name: text, blob })),
  output: fc.option(blob),
  altered: few(text),
  kept: fc.boolean(),
});

const roundTrips = <T>(schema: z.ZodType<T>, arbitrary: fc.Arbitrary<unknown>): void =>
  fc.assert(
    fc.property(arbitrary, (value) => {
      const read = schema.parse(JSON.parse(JSON.stringify(value)));
      expect(read).toEqual(schema.parse(value));
      expect(JSON.stringify(schema.parse(JSON.parse(JSON.stringify(read))))).toBe(JSON.stringify(read));
    }),
  );

test('a work survives JSON', () => roundTrips(Work, anyWork));

test('an update survives JSON', () =>
  roundTrips(
    WorkUpdate,
    optional({
      stop: fc.constant(true as const),
      steps: few(fc.record({ at: fc.nat(), ...adjustable }, { requiredKeys: ['at'] })),
    }),
  ));

test('results and events survive JSON', () => {
  roundTrips(WorkResult, fc.record({ id: text, steps: few(stepResult), leftOut: few(fc.nat()) }));
  roundTrips(
    WorkEvent,
    fc.oneof(
      fc.record({ type: fc.constant('step-started'), id: text, at: fc.nat() }),
      fc.record({ type: fc.constant('step-ended'), id: text, result: stepResult }),
    ),
  );
  roundTrips(
    PreparedBase,
    fc.record({
      key: hex(64),
      commit,
      installed: fc.oneof(
        fc.constant({ status: 'none' }),
        fc.record({ status: fc.constant('installed'), reused: fc.boolean(), durationMs: ms }),
        fc.record({ status: fc.constant('failed'), reason: text }),
      ),
      log: fc.option(blob),
    }),
  );
});

const COMMIT = 'a'.repeat(40);
const valid = work(COMMIT, [step('true')]);

test.each([
  ['an unknown field', { ...valid, hostPath: '/home/me' }],
  ['a function', { ...valid, steps: [{ ...step('true'), onIdle: () => {} }] }],
  ['a base that is not an object id', { ...valid, base: { ...valid.base, commit: 'main' } }],
  [
    'a file that is not named by its digest',
    { ...valid, changes: [{ path: 'a', mode: '100644', blob: '/a' }] },
  ],
  ['a time that JSON cannot carry', { ...valid, steps: [step('true', { estimateMs: Infinity })] }],
  ['a step that is never tried', { ...valid, steps: [step('true', { attempts: 0 })] }],
  ['more steps than any work needs', { ...valid, steps: Array.from({ length: 10_001 }, () => step('true')) }],
])('%s is refused', (_, given) => {
  expect(Work.safeParse(valid).success).toBe(true);
  expect(Work.safeParse(given).success).toBe(false);
});

test('a work cannot be changed once it is read', () => {
  const read = Work.parse(valid);
  expect(Object.isFrozen(read)).toBe(true);
  expect(Object.isFrozen(read.steps)).toBe(true);
  expect(Object.isFrozen(read.steps[0])).toBe(true);
});
