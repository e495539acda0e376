import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { capText } from '../../../src/core/agent/cap-text.ts';
import { pickLines } from '../../../src/core/agent/pick-lines.ts';
import { plainPath } from '../../../src/core/agent/plain-path.ts';
import { readUsageReport } from '../../../src/core/agent/read-usage-report.ts';
import { agentCommand } from '../../../src/core/agent/shell-command.ts';
import { shellQuote } from '../../../src/core/domain/check/shell-quote.ts';
import { asTranscript, readTextCalls, withTextTools } from '../../../src/core/agent/text-protocol.ts';
import { toolSpecs } from '../../../src/core/agent/tool-catalogue.ts';
import { transcriptOf } from '../../../src/core/agent/transcript.ts';
import type { RunEvent } from '../../../src/core/domain/run/run-event.ts';
import { missing } from '../../../src/core/domain/measured.ts';

const isWhole = (text: string): boolean => Buffer.from(text).toString() === text;

describe('a long text as shown to a model', () => {
  test('is never longer than requested, except for the note, and never splits a character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.integer({ min: 2, max: 100 }),
        (text, most) => {
          const { text: capped, leftOut } = capText(text, most);
          if (leftOut === 0) return capped === text;
          return isWhole(capped) === isWhole(text) && capped.length <= most + 60;
        },
      ),
    );
  });

  test('says which lines it shows', () => {
    expect(pickLines('a\nb\nc\n', 2, 9)).toBe('[lines 2 to 3 of 3]\nb\nc\n');
    expect(pickLines('a\nb\n', 7, 1)).toBe('[lines 2 to 2 of 2]\nb\n');
    expect(pickLines('a\nb', undefined, undefined)).toBe('a\nb');
  });
});

test.each([
  ['./src/a.ts', 'src/a.ts'],
  ['src//a.ts/', 'src/a.ts'],
  ['/workspace/a', 'a'],
  ['/workspace', ''],
  ['/etc/passwd', '/etc/passwd'],
  ['/workspace/../etc', '../etc'],
  ['../a', '../a'],
])('the path %s is %s', (written, plain) => expect(plainPath(written, '/workspace')).toBe(plain));

describe('tools for a program that supports only text', () => {
  test('calls are read from the first object that has some', () => {
    const text = 'Well. {"tool_calls": [{"name": "read_file", "arguments": {"path": "a"}}, 7, {"name": 1}]}';
    expect(readTextCalls(text)).toEqual([
      { id: 'call-1', name: 'read_file', input: '{"path":"a"}' },
      { id: 'call-2', name: '', input: '{}' },
      { id: 'call-3', name: '', input: '{}' },
    ]);
  });

  test.each([
    '',
    'Done.',
    '{"tool_calls": {}}',
    '{"tool_calls": null}',
    '{'.repeat(50_000),
    `{"tool_calls": [{"arguments": ${'['.repeat(50_000)}${']'.repeat(50_000)}}]}`,
  ])('%# calls none', (text) => expect(readTextCalls(text)).toEqual([]));

  test('are described whole, and a conversation is one text', () => {
    const told = withTextTools('Be good.', toolSpecs());
    for (const { name } of toolSpecs()) expect(told).toContain(`- ${name}: `);
    expect(withTextTools('Be good.', [])).toBe('Be good.');
    expect(asTranscript([{ role: 'user', text: 'Hi.' }])).toBe('Hi.');
    const text = asTranscript([
      { role: 'user', text: 'Hi.' },
      { role: 'assistant', text: 'Well.', toolCalls: [{ id: '1', name: 'run_tests', input: '{}' }] },
      { role: 'tools', answers: [{ id: '1', name: 'run_tests', text: 'no', failed: true }] },
    ]);
    for (const part of ['## User\nHi.', 'run_tests', '## Result of run_tests (failed)\nno'])
      expect(text).toContain(part);
  });
});

describe('reported usage of a program', () => {
  test.each([
    '',
    ' ',
    '{',
    '[]',
    'null',
    '7',
    '{"input_tokens": -1}',
    '{"cost_usd": "1"}',
    '{"steps": 1e999}',
  ])('%s is nothing', (text) => {
    const read = readUsageReport(text);
    expect([read.usage, read.costUsd, read.steps, read.toolCalls].some(({ known }) => known)).toBe(false);
  });

  test('each part is independent, and half of the tokens is not all', () => {
    expect(readUsageReport('{"cost_usd": 0, "input_tokens": 5, "more": {"__proto__": 1}}')).toMatchObject({
      costUsd: { known: true, value: 0 },
      usage: { known: false },
      steps: { known: false },
    });
  });

  test('no text breaks the readers', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        readUsageReport(text);
        return readTextCalls(text).length >= 0;
      }),
    );
  });
});

describe('a command line', () => {
  test('keeps every word as it is', () => {
    expect(shellQuote(`it's $(x) "y"`)).toBe(`'it'\\''s $(x) "y"'`);
  });

  test('inserts the task once, and nothing that the task contains', () => {
    const command = agentCommand(
      ['my agent', '--f={prompt_file}', '{prompt}'],
      '{prompt_file} {prompt} $(x)',
    );
    expect(command.split('\n').at(-1)).toBe(
      `exec 'my agent' '--f='"$HYDRA_PROMPT_FILE"'' '{prompt_file} {prompt} $(x)'`,
    );
  });
});

test('a transcript shows what was done, and a long one is cut', () => {
  const unknown = missing('not-configured', 'not reported');
  const call = { step: 1, id: '1', name: 'read_file' };
  const failed: RunEvent = { event: 'tool_result', ...call, failed: true, text: 'x'.repeat(5000) };
  const events: readonly RunEvent[] = [
    { event: 'agent_started', prompt: 'secret', limits: {} },
    { event: 'model_turn', step: 1, text: 'Looking.' },
    { event: 'tool_call', ...call, input: '{"path":"a"}' },
    failed,
    {
      event: 'agent_ended',
      ended: 'finished',
      reason: 'done',
      model: 'mock',
      steps: unknown,
      toolCalls: unknown,
      invalidCalls: unknown,
      usage: unknown,
      costUsd: unknown,
      wallMs: 1,
      answer: '',
    },
  ];
  const text = transcriptOf(events);
  expect(text).toContain('assistant: Looking.\ncalls read_file: {"path":"a"}\nread_file fails: xxx');
  expect(text).toContain('ended: finished (done)');
  expect(text.length).toBeLessThan(2500);
  expect(transcriptOf(Array.from({ length: 500 }, () => failed)).length).toBeLessThan(101_000);
});
