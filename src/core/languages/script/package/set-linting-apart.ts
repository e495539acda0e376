import { renderCommandLine, type Segment } from '../../../commands/command-line.ts';
import { hasFlag } from '../../../commands/command-flags.ts';
import { COMPILERS } from '../compilers.ts';
import { LAUNCHERS } from '../launchers.ts';
import { isStateful } from './resolve-script.ts';
import { findToolCall } from '../../../commands/tool-call.ts';

export type TestScript = {
  readonly segments: readonly Segment[];
  /** The removed part, as a command; empty: nothing. */
  readonly linting: string;
};

const ALWAYS = new Set(
  'eslint oxlint xo standard semistandard stylelint jshint jscs tslint eclint editorconfig-checker markdownlint markdownlint-cli2 cspell ls-lint knip depcheck dependency-check installed-check publint attw'.split(
    ' ',
  ),
);
/** Formatters, and what makes them write nothing. */
const FORMATTERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['prettier', ['--check', '-c', '--list-different', '-l']],
  ['oxfmt', ['--check', '--list-different']],
]);
const SUBCOMMANDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['biome', ['check', 'lint', 'ci', 'format']],
  ['dprint', ['check']],
]);
const PROGRAMS = new Set([...ALWAYS, ...FORMATTERS.keys(), ...SUBCOMMANDS.keys(), ...COMPILERS]);

/** A script that could not be split, and is run by its name. */
const isLintScript = (words: Segment): boolean =>
  /^(?:npm|pnpm|yarn|bun)$/.test(words[0]?.text ?? '') &&
  words.slice(1).every(({ text }) => /^(?:run|run-script|-s|--silent|lint(?::check|:ci)?)$/.test(text)) &&
  words.some(({ text }) => text.startsWith('lint'));

/** Only commands that write nothing: plain `tsc` may be the build that the tests need. */
const isLinting = (words: Segment): boolean => {
  const call = findToolCall(words, PROGRAMS, LAUNCHERS);
  if (call === null) return isLintScript(words);
  const args = words.slice(call.at + 1);
  if (ALWAYS.has(call.tool)) return true;
  const subcommands = SUBCOMMANDS.get(call.tool);
  if (subcommands !== undefined) return subcommands.includes(args[0]?.text ?? '');
  return hasFlag(args, FORMATTERS.get(call.tool) ?? ['--noEmit']);
};

const partition = (segments: readonly Segment[]) => ({
  linting: segments.filter(isLinting),
  others: segments.filter((words) => !isLinting(words)),
});

/**
 * `eslint . && jest`: a lint finding would hide every test (docs/decisions/profiles.md).
 * Linting that the lint check covers is removed; other linting is moved after the tests.
 */
export const setLintingApart = (
  segments: readonly Segment[],
  lintSegments: readonly Segment[] | null,
): TestScript => {
  const { linting, others } = partition(segments);
  if (linting.length === 0 || others.length === 0 || segments.some(isStateful))
    return { segments, linting: '' };
  if (lintSegments === null) return { segments: others, linting: renderCommandLine(linting) };
  const done = new Set(lintSegments.map((words) => renderCommandLine([words])));
  const left = linting.filter((words) => !isLintScript(words) && !done.has(renderCommandLine([words])));
  const taken = linting.filter((words) => !left.includes(words));
  return { segments: [...others, ...left], linting: renderCommandLine(taken) };
};
