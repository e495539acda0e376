import { Command } from 'commander';
import { expect, test } from 'vitest';
import { flagCatalogue } from '../../../src/core/analyse/flags/flag-catalogue.ts';
import { build } from '../../../src/faces/cli/commands/explain.ts';
import type { Terminal } from '../../../src/faces/cli/console/terminal.ts';
import { openSession } from '../../../src/faces/wiring/session.ts';

const plain = (text: string): string => text;
const paint: Terminal['paint'] = {
  bold: plain,
  dim: plain,
  good: plain,
  bad: plain,
  warn: plain,
  accent: plain,
};

const explain = async (...args: readonly string[]): Promise<string> => {
  const printed: string[] = [];
  const terminal: Terminal = {
    columns: 100,
    paint,
    print: (text) => void printed.push(text),
    note: () => {},
    data: () => {},
    masked: () => 0,
    live: false,
  };
  const command: Command = build({ terminal, done: () => {}, session: openSession() });
  await command.exitOverride().parseAsync([...args], { from: 'user' });
  return printed.join('\n');
};

test('lists every flag with its severity', async () => {
  const lines = (await explain()).split('\n');
  expect(lines).toHaveLength(flagCatalogue.length);
  expect(lines.find((line) => line.startsWith('exit-hook '))).toMatch(/ block {2}/);
});

test('explains what one means and how to change it', async () => {
  const text = await explain('test-weakened');
  expect(text).toContain('checks less');
  expect(text).toContain('[trust.flags] test-weakened =');
});

test('answers in JSON', async () => {
  expect(JSON.parse(await explain('exit-hook', '--json'))).toMatchObject({
    id: 'exit-hook',
    standard: 'block',
  });
  expect(JSON.parse(await explain('--json'))).toHaveLength(flagCatalogue.length);
});

test('suggests a similar name', async () => {
  await expect(explain('exit-hok')).rejects.toMatchObject({
    code: 'unknown-flag',
    hint: expect.stringContaining('exit-hook'),
  });
});
