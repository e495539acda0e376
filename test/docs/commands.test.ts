import { type Command, CommanderError } from 'commander';
import { describe, expect, test } from 'vitest';
import { commandList } from '../../src/faces/cli/command-list.ts';
import { helpExamples, loadCommand } from '../../src/faces/cli/command-reference.ts';
import { blocksOf, guides } from './markdown.ts';

/** Words as a shell would split them, as far as documentation goes. */
const split = (line: string): string[] =>
  (line.match(/'[^']*'|"[^"]*"|[^\s'"]+/g) ?? []).map((word) => word.replace(/^(['"])(.*)\1$/, '$2'));

const wordsAfter = (words: readonly string[], end: RegExp): readonly string[] => {
  const at = words.findIndex((word) => end.test(word));
  return at === -1 ? words : words.slice(0, at);
};

/** Every call of hydra in a line, wherever it is in a pipe. */
const callsIn = (line: string): readonly (readonly string[])[] => {
  const words = split(line.replace(/(^|\s)#.*$/, ''));
  return words.flatMap((word, index) => {
    const before = words[index - 1];
    const starts = before === undefined || /^(\||&&|;|npx|\$)$/.test(before);
    return word === 'hydra' && starts ? [wordsAfter(words.slice(index + 1), /^(\||&&|;|>.*)$/)] : [];
  });
};

/** Parses words, and neither does nor prints anything. */
const muted = (command: Command): Command => {
  if (command.commands.length === 0) command.action(() => {});
  for (const part of command.commands) muted(part);
  return command.exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} });
};

/** Null, or the command line's objection to these words. */
const objection = async ([name = '', ...words]: readonly string[]): Promise<string | null> => {
  if (['--help', '--version', '-V', '-h'].includes(name)) return null;
  const entry = commandList.find((one) => one.name === name);
  if (entry === undefined) return `unknown command ${name}`;
  const command = muted(await loadCommand(entry));
  try {
    await command.parseAsync([...words], { from: 'user' });
    return null;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return ['commander.helpDisplayed', 'commander.help'].includes(error.code) ? null : error.message;
  }
};

const fenced = blocksOf('sh').flatMap(({ text, at }) =>
  text.split('\n').flatMap((line) => callsIn(line).map((words) => ({ at, words }))),
);

/** In running text an option or argument may be left out, but none may be invented. */
const inline = guides.flatMap(({ path, prose }) =>
  [...prose.matchAll(/`((?:npx )?hydra [a-z][^`\n]*)`/g)].flatMap(([, text = '']) =>
    callsIn(text).map((words) => ({ at: path, words })),
  ),
);

const LEFT_OUT = /missing required argument|required option/;

describe('command lines in the documentation', () => {
  test('in blocks are understood, word for word', async () => {
    expect(fenced.length).toBeGreaterThan(20);
    for (const { at, words } of fenced)
      expect(await objection(words), `${at}: hydra ${words.join(' ')}`).toBeNull();
  });

  test('in sentences name commands and options that exist', async () => {
    expect(inline.length).toBeGreaterThan(20);
    for (const { at, words } of inline) {
      const said = await objection(words);
      if (said === null || LEFT_OUT.test(said)) continue;
      expect.fail(`${at}: hydra ${words.join(' ')}: ${said}`);
    }
  });

  test('that are wrong are detected', async () => {
    expect(await objection(['explode'])).toMatch(/unknown command/);
    expect(await objection(['merge', 'latest', '--now'])).toMatch(/unknown option/);
    expect(await objection(['merge'])).toMatch(LEFT_OUT);
  });
});

describe('help', () => {
  test.each(commandList.map((entry) => [entry.name, entry] as const))(
    'of %s ends with examples that are understood',
    async (name, entry) => {
      const command = await loadCommand(entry);
      const lists = [command, ...command.commands].map((one) => helpExamples(one));
      for (const examples of lists) expect(examples.length).toBeGreaterThan(0);
      for (const line of lists.flat()) {
        const calls = callsIn(line);
        expect(calls.length, line).toBe(1);
        expect(calls[0]?.[0]).toBe(name);
        expect(await objection(calls[0] ?? []), line).toBeNull();
      }
    },
  );

  test('of the README lists every command', () => {
    const readme = guides.find(({ path }) => path === 'README.md');
    for (const { name } of commandList) expect(readme?.text).toContain(`\`hydra ${name}`);
  });
});
