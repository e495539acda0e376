import { describe, expect, test } from 'vitest';
import { measured } from '../../../src/core/domain/measured.ts';
import { readCalls } from '../../../src/core/panel/read-calls.ts';
import { callableFunctions, type ProposedCall, withProposed } from '../../../src/core/probe/propose-calls.ts';
import type { ProbeValue } from '../../../src/core/languages/parts/probe-rules.ts';
import type { PlannedCall } from '../../../src/core/probe/vary-calls.ts';

const planned = (
  name: string,
  positional: readonly ProbeValue[],
  parent: number | null = null,
): PlannedCall => ({
  call: { mark: 0, module: 'src/x.js', name, positional, named: {} },
  from: 'baseline',
  origin: parent === null ? 'observed' : 'varied',
  parent,
});
const write = { write: (value: ProbeValue) => JSON.stringify(value) };
const PLAN = [planned('parse', ['1h']), planned('parse', ['2h'], 0), planned('read', [1])];

describe('calls that a model proposes', () => {
  const functions = callableFunctions(write, PLAN);
  const added = (...proposed: readonly ProposedCall[]) => withProposed(PLAN, functions, proposed);

  test('are of functions that tests call', () => {
    expect(functions.map(({ name, example }) => [name, example])).toEqual([
      ['src/x.js:parse', 'parse("1h")'],
      ['src/x.js:read', 'read(1)'],
    ]);
  });

  test('come first, and variations keep the calls that they were made from', () => {
    const all = added({ function: 0, positional: ['1.5h'] });
    expect(all.map(({ origin, call }) => [origin, call.positional[0]])).toEqual([
      ['proposed', '1.5h'],
      ['observed', '1h'],
      ['varied', '2h'],
      ['observed', 1],
    ]);
    expect(all.map(({ parent }) => parent)).toEqual([null, null, 1, null]);
  });

  test('are left out if they are planned anyway, proposed twice, too long, or of another function', () => {
    const once = { function: 1, positional: [7] };
    expect(
      added(
        { function: 0, positional: ['2h'] },
        once,
        once,
        { function: 0, positional: ['x'.repeat(5000)] },
        { function: 9, positional: [] },
      ),
    ).toHaveLength(PLAN.length + 1);
  });

  test('of a method are made on the object of the example', () => {
    const self = { $: 'opaque', data: 'abc', show: '<Parser>' };
    const methods = [planned('Parser.read', [self, '1h'])];
    const [call] = withProposed(methods, callableFunctions(write, methods), [
      { function: 0, positional: [null, '1.5h'] },
    ]);
    expect(call?.call.positional).toEqual([self, '1.5h']);
  });
});

describe('a reply with calls', () => {
  const reply = (...calls: readonly object[]): string => JSON.stringify({ calls });

  test('has arguments as an array or as its text', () => {
    const said = reply(
      { function: 1, arguments: '["1.5h", {"a": [1, null]}]' },
      { function: 2, arguments: [true] },
    );
    expect(readCalls(`Sure: ${said}`, 2)).toEqual(
      measured([
        { function: 0, positional: ['1.5h', { a: [1, null] }] },
        { function: 1, positional: [true] },
      ]),
    );
  });

  test.each([
    ['a function that is not in the list', { function: 3, arguments: '[]' }],
    ['no function', { function: 0, arguments: '[]' }],
    ['arguments that are no array', { function: 1, arguments: '{"a": 1}' }],
    ['arguments that are no JSON', { function: 1, arguments: '[process.exit()]' }],
    [
      'an object that code has to be run for',
      { function: 1, arguments: '[{"$": "opaque", "data": "gASV"}]' },
    ],
    ['a global of the project', { function: 1, arguments: '[{"$": "global", "m": "os", "n": "system"}]' }],
    ['very long arguments', { function: 1, arguments: `["${'x'.repeat(5000)}"]` }],
  ])('leaves out a call with %s', (_, call) => {
    expect(readCalls(reply(call), 2)).toEqual(measured([]));
  });

  test.each([
    ['I cannot.', 'no calls'],
    ['{"calls": "all"}', 'shape'],
    [`${reply()} or ${reply({ function: 1, arguments: '[]' })}`, 'two different'],
  ])('is invalid: %s', (said, reason) => {
    const read = readCalls(said, 2);
    expect(read.known ? 'valid' : read.reason).toContain(reason);
  });

  test('has at most twelve', () => {
    const many = Array.from({ length: 40 }, (_, at) => ({ function: 1, arguments: `[${at}]` }));
    const read = readCalls(reply(...many), 2);
    expect(read.known && read.value.length).toBe(12);
  });
});
