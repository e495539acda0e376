import { isHarmfulText } from '../commands/harmful-command.ts';

export type CommandName = 'install' | 'build' | 'test' | 'lint' | 'types';
/** Commands as a project's continuous integration runs them. */
export type CiCommands = Readonly<Partial<Record<CommandName, string>>>;

const MAX_CHARS = 200_000;
const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;
const GITLAB = '.gitlab-ci.yml';
/** Workflows that are not about the code itself. */
const ELSEWHERE =
  /release|publish|deploy|docs?|codeql|stale|label|pages|nightly|bench|docker|container|dependabot/i;
const USUAL = /(?:^|[\W_])(?:ci|tests?|build|main|check|node|python|go|rust)(?:[\W_]|$)/i;

/** Files that may show how a project is tested, the most informative first. */
export const ciFiles = (paths: readonly string[]): readonly string[] => {
  const workflows = paths.filter((path) => WORKFLOW.test(path) && !ELSEWHERE.test(path));
  const usual = workflows.filter((path) => USUAL.test(path.slice(path.lastIndexOf('/') + 1)));
  const others = workflows.filter((path) => !usual.includes(path));
  return [...usual, ...others, ...paths.filter((path) => path === GITLAB)];
};

const indentOf = (line: string): number => line.length - line.trimStart().length;

const unquoted = (text: string): string => {
  const value = text.trim();
  const quote = value[0];
  return (quote === '"' || quote === "'") && value.endsWith(quote) && value.length > 1
    ? value.slice(1, -1)
    : value;
};

/** Lines below a key that are indented deeper than it. */
const blockBelow = (lines: readonly string[], at: number, indent: number): readonly string[] => {
  const end = lines.findIndex((line, index) => index > at && line.trim() !== '' && indentOf(line) <= indent);
  return lines.slice(at + 1, end < 0 ? lines.length : end).map((line) => line.trim());
};

const joined = (block: readonly string[], folded: boolean): readonly string[] =>
  folded ? [block.join(' ')] : block.join('\n').replaceAll(/\\\n/g, ' ').split('\n');

/** `run:` of a workflow's step, and the entries of GitLab's `script:`. */
const commandsIn = (text: string): readonly string[] => {
  const lines = text.slice(0, MAX_CHARS).split(/\r?\n/);
  return lines.flatMap((line, at) => {
    const script = /^(\s*)(?:before_)?script:\s*(.*)$/.exec(line);
    if (script !== null) {
      if (script[2] !== '') return [unquoted(script[2]!)];
      const entries = blockBelow(lines, at, script[1]!.length);
      return entries.filter((entry) => entry.startsWith('- ')).map((entry) => unquoted(entry.slice(2)));
    }
    const run = /^(\s*(?:- )?)run:\s*(.*)$/.exec(line);
    if (run === null) return [];
    const [, before = '', value = ''] = run;
    const style = /^([|>])[+-]?\d?\s*(?:#.*)?$/.exec(value)?.[1];
    return style === undefined
      ? [unquoted(value)]
      : joined(blockBelow(lines, at, before.length), style === '>');
  });
};

/** The purpose of a command, by the words that tools and people use; the first that fits. */
const KINDS: readonly (readonly [CommandName, RegExp])[] = [
  ['types', /\b(?:mypy|pyright|typecheck|type-check|check-types|tsc\b.*--noEmit)\b/],
  [
    'lint',
    /\b(?:lint|eslint|oxlint|biome (?:check|ci|lint)|ruff check|flake8|pylint|clippy|rubocop|standardrb|golangci-lint|go vet|checkstyle|shellcheck|prettier (?:-c|--check))\b/,
  ],
  ['test', /\b(?:tests?|pytest|unittest|tox|nox|jest|vitest|mocha|ava|uvu|rspec|ctest|check|nextest|bats)\b/],
  ['build', /\b(?:build|compile|cmake|assemble)\b|^make$|^tsc$/],
  ['install', /\b(?:install|npm ci|sync|mod download|cargo fetch)\b|^yarn$/],
];
/** Commands that set up the machine, print text, remove files, or need variables of the machine. */
const BESIDE =
  /^(?:echo|printf|cd|export|source|\.|git|curl|wget|sudo|apt|apt-get|brew|choco|docker|mkdir|cp|mv|rm|ls|cat|which|exit|set|test|\[|if|for|while|fi|done|else|then)\b|\$[A-Z{(]|\brm -|--version\b|coverage|codecov|coveralls/;

const kindOf = (command: string): CommandName | null =>
  command === '' || command.startsWith('#') || BESIDE.test(command) || isHarmfulText(command)
    ? null
    : (KINDS.find(([, words]) => words.test(command))?.[0] ?? null);

/** The first command of each kind; several of an installation belong together. */
export const readCiCommands = (texts: readonly string[]): CiCommands => {
  const found: Partial<Record<CommandName, string>> = {};
  for (const text of texts) {
    const installs: string[] = [];
    for (const raw of commandsIn(text)) {
      const command = raw.trim();
      const kind = kindOf(command);
      if (kind === 'install') installs.push(command);
      else if (kind !== null) found[kind] ??= command;
    }
    if (installs.length > 0) found.install ??= [...new Set(installs)].join(' && ');
  }
  return found;
};
