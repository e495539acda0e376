import { parseCommandLine, renderCommandLine, type Segment } from '../../commands/command-line.ts';
import {
  isCoverageReport,
  isHarmful,
  isHarmfulText,
  isInstallation,
} from '../../commands/harmful-command.ts';
import { instrumentSegments } from '../../commands/instrument-command.ts';
import type { Tool } from '../../commands/tool.ts';
import type { RepoFacts } from '../../domain/source/repo-facts.ts';
import { TOOLS } from '../../languages/languages.ts';
import type { Proposal, ProposedCommand, Purpose } from '../../languages/parts/profile.ts';
import { justTargets } from './just-targets.ts';
import { makeTargets } from './make-targets.ts';
import { noxTargets } from './nox-targets.ts';
import { pyprojectTargets } from './pyproject-targets.ts';
import type { Target } from './target.ts';
import { toxTargets } from './tox-targets.ts';

const SOURCES: readonly { readonly files: readonly string[]; read(text: string): readonly Target[] }[] = [
  { files: ['justfile', 'Justfile', '.justfile'], read: justTargets },
  { files: ['GNUmakefile', 'makefile', 'Makefile'], read: makeTargets },
  { files: ['tox.ini'], read: toxTargets },
  { files: ['noxfile.py'], read: noxTargets },
  { files: ['pyproject.toml'], read: pyprojectTargets },
];

/** Files that name a project's own commands, whatever its language. */
export const TARGET_FILES: readonly string[] = SOURCES.flatMap(({ files }) => files);

/** Usual names of these targets, the plainest first. */
const NAMES: Readonly<Record<Purpose, readonly string[]>> = {
  test: 'test check tests unit unittest unit-test unit-tests test-unit unit_tests py pytest test-all test-ci'.split(
    ' ',
  ),
  lint: 'lint lint-check check-lint linters flake8 ruff style pep8 lint-ci'.split(' '),
  types: 'typecheck type-check types mypy typing pyright check-types type'.split(' '),
};

const RUNNERS_OF_ENVIRONMENTS = new Set(['poetry', 'uv', 'pipenv', 'pdm', 'rye', 'hatch']);

/** Their options that take the next word as a value. */
const VALUED = new Set(
  '--group --only-group --no-group --python -p --extra --no-extra --with --with-requirements --package --env-file'.split(
    ' ',
  ),
);

/** The position of the program that a launcher is given, after its own options. */
const programAt = (words: Segment, from: number): number => {
  let at = from;
  for (let text = words[at]?.text; text?.startsWith('-'); text = words[at]?.text) {
    if (text === '--') return at + 1;
    at += VALUED.has(text) ? 2 : 1;
  }
  return at;
};

/** Launchers that would use the network; installed programs are already on the PATH. */
const withoutEnvironment = (words: Segment): Segment => {
  if (!RUNNERS_OF_ENVIRONMENTS.has(words[0]?.text ?? '') || words[1]?.text !== 'run') return words;
  const at = programAt(words, 2);
  return at < words.length ? words.slice(at) : words;
};

/** The same command for each version of the language is one command in one environment. */
const withoutRepeats = (segments: readonly Segment[]): readonly Segment[] => {
  const keyOf = (words: Segment): string => JSON.stringify(words.map(({ text }) => text));
  return segments.filter((words, at) => segments.findIndex((other) => keyOf(other) === keyOf(words)) === at);
};

/** A target's commands without those that install, fix or publish; null: it cannot be read, or nothing is left. */
const segmentsOf = (recipe: string | null, purpose: Purpose): readonly Segment[] | null => {
  const parsed = recipe === null ? null : parseCommandLine(recipe);
  if (parsed === null) return null;
  const kept = parsed
    .filter((words) => !isInstallation(words))
    .map(withoutEnvironment)
    .filter(
      (words) =>
        !isCoverageReport(words) &&
        (!isHarmful(words) || instrumentSegments([words], TOOLS[purpose]) !== null),
    );
  return kept.length === 0 ? null : withoutRepeats(kept);
};

const targetsOf = (facts: RepoFacts, purpose: Purpose): readonly Target[] =>
  SOURCES.flatMap(({ files, read }) => {
    const file = files.find((name) => Object.hasOwn(facts.texts, name));
    const targets = file === undefined ? [] : read(facts.texts[file]!);
    return NAMES[purpose].flatMap((name) => targets.filter((target) => target.name === name).slice(0, 1));
  });

/** Linters and type checkers run separately from each other and from the rest of their target. */
const TOOLS_OF: Readonly<Record<Purpose, readonly Tool[]>> = {
  ...TOOLS,
  lint: TOOLS.lint.filter(({ checksTypes }) => !checksTypes),
};

/** A target whose tool leaves a readable report. */
const readable = (targets: readonly Target[], purpose: Purpose): ProposedCommand | null => {
  for (const { recipe } of targets) {
    const all = segmentsOf(recipe, purpose) ?? [];
    const known = all.filter((words) => instrumentSegments([words], TOOLS_OF[purpose]) !== null);
    if (known.length === 0) continue;
    const segments = purpose === 'test' ? all : known;
    const command = renderCommandLine(segments);
    return { segments, command, text: command };
  }
  return null;
};

/** Otherwise a target that can at least be run: its exit code counts. */
const runnable = (targets: readonly Target[]): ProposedCommand | null =>
  targets.find(({ command, recipe }) => command !== null && !isHarmfulText(recipe ?? ''))?.command ?? null;

const choose = (facts: RepoFacts, proposal: Proposal, purpose: Purpose): ProposedCommand | null => {
  const proposed = proposal[purpose] ?? null;
  const mayReplace = proposed === null || (proposal.guessed ?? []).includes(purpose);
  if (!mayReplace) return proposed;
  const targets = targetsOf(facts, purpose);
  const others = purpose === 'types' ? targetsOf(facts, 'lint') : [];
  return readable([...targets, ...others], purpose) ?? proposed ?? runnable(targets);
};

/** The project's own targets, in place of a profile's guesses or missing checks. */
export const withOwnTargets = (facts: RepoFacts, proposal: Proposal): Proposal => {
  const own = {
    test: choose(facts, proposal, 'test'),
    lint: choose(facts, proposal, 'lint'),
    types: choose(facts, proposal, 'types'),
  };
  const found = new Set((['test', 'lint', 'types'] as const).filter((purpose) => own[purpose] !== null));
  return {
    ...proposal,
    ...own,
    notes: proposal.notes.filter(
      ({ about }) => !found.has(about as Purpose) || proposal[about as Purpose] !== null,
    ),
  };
};
