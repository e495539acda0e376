import { mayBeScript, NOTEBOOK } from '../analyse/paths/leftover-paths.ts';
import { BASELINE } from '../domain/evidence/baseline.ts';
import type { Leftover, LeftoverOutcome } from '../domain/evidence/probes.ts';
import { languageOf } from '../languages/languages.ts';
import { presentPart } from '../languages/parts/missing-part.ts';
import type { ProbeRules } from '../languages/parts/probe-rules.ts';

/** A file that a candidate added, and that the base does not have. */
export type AddedFile = { readonly path: string; readonly text: string };

/** A script to run on every tree. */
export type LeftoverScript = {
  /** Its path in every tree. */
  readonly path: string;
  readonly text: string;
  readonly setupFailure: RegExp;
  /** `program`: the program that ran the tests. */
  command(program: string | null): string;
};

const NO_FOLDERS: ReadonlySet<string> = new Set();

/** The author of an example that the user's task contains. */
export const TASK = 'the task';
export const TASK_EXAMPLE = 'the example in the task';

/** The code in the task's text, for the first language among the candidates' changes that can run it. */
export const taskExample = (task: string, changed: readonly string[]): LeftoverScript | null => {
  for (const rules of new Set(changed.flatMap((path) => presentPart(languageOf(path)?.probes) ?? []))) {
    const file = rules.example?.read(task);
    if (rules.example !== undefined && file !== null && file !== undefined) {
      const { run } = rules.example;
      return {
        ...file,
        setupFailure: rules.setupFailure,
        // Looking up a name in a script would run it.
        command: (program) =>
          run(
            program,
            file.path,
            changed.filter((path) => !mayBeScript(path, NO_FOLDERS)),
          ),
      };
    }
  }
  return null;
};

const LONGEST = 200_000;

/** Cells of code; commands for the notebook itself cannot run outside it. */
const codeOf = (text: string): string | null => {
  try {
    const { cells } = JSON.parse(text) as { readonly cells?: unknown };
    if (!Array.isArray(cells)) return null;
    const sources = cells.flatMap((cell: unknown) => {
      const { cell_type: type, source } = (cell ?? {}) as Readonly<Record<string, unknown>>;
      if (type !== 'code') return [];
      return Array.isArray(source) ? [source.join('')] : typeof source === 'string' ? [source] : [];
    });
    return sources.join('\n\n').replaceAll(/^[ \t]*[%!].*$/gm, 'pass');
  } catch {
    return null;
  }
};

export const leftoverOf = (
  { path, text }: AddedFile,
  baseFolders: ReadonlySet<string>,
): LeftoverScript | null => {
  if (!mayBeScript(path, baseFolders) || text.length > LONGEST) return null;
  const isNotebook = NOTEBOOK.test(path);
  const [place, code] = isNotebook ? [path.replace(NOTEBOOK, '.py'), codeOf(text)] : [path, text];
  const rules = presentPart(languageOf(place)?.probes);
  if (code === null || rules === null || rules.script(null, place, code) === null) return null;
  return {
    path: place,
    text: code,
    setupFailure: rules.setupFailure,
    command: (program) => rules.script(program, place, code) ?? 'false',
  };
};

/** Without paths, addresses, times and line numbers, which differ between runs or with the length of a file. */
export const steadyText = (text: string, root: string): string =>
  text
    .slice(-LONGEST)
    .replaceAll(root === '' ? '\0' : root, '.')
    .replaceAll(/0x[0-9a-f]{4,16}/gi, '0x')
    .replaceAll(/(\.\w{1,4}):\d{1,6}(?::\d{1,6})?\b/g, '$1:LINE')
    .replaceAll(/\bline \d{1,6}\b/g, 'line LINE')
    .replaceAll(/\/tmp\/[\w.-]{1,80}/g, '/tmp')
    .replaceAll(
      /\b(in|took|elapsed|after|time|duration)((?: time)?:? ?)\d{1,6}(?:\.\d{1,9})? ?(?:ms|s|sec|seconds)\b/gi,
      '$1$2TIME',
    );

/** Without durations and dates either: only if they differ between two runs, since they may be the answer. */
export const timelessText = (text: string): string =>
  text
    .replaceAll(/\b\d{1,6}(?:\.\d{1,9})? ?(?:ms|s|sec|seconds)\b/g, 'TIME')
    .replaceAll(/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[\w.:+-]{0,20}/g, 'DATE');

/** One run of a script. */
export type ScriptRun = {
  readonly status: 'exited' | 'timed-out' | 'other';
  readonly exitCode: number | null;
  /** Its output, normalised. */
  readonly text: string;
  readonly digest: string;
  /** Of the output without durations and dates. */
  readonly timeless: string;
};

const TAIL = 4000;
const SETUP_CODES = new Set([126, 127]);

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1)?.slice(0, 300) ?? '';

/** `timeless`: digest of the output without durations and dates; empty if that varies by itself as well. */
export type LeftoverAnswer = Omit<LeftoverOutcome, 'names'> & { readonly timeless: string };

/** Two runs of a script on one tree as one outcome; null: the machine failed. */
export const leftoverAnswer = (
  { setupFailure }: Pick<ProbeRules, 'setupFailure'>,
  [first, second]: readonly [ScriptRun, ScriptRun],
): LeftoverAnswer | null => {
  if (first.status === 'other' || second.status === 'other') return null;
  const { exitCode, digest, timeless } = first;
  const text = lastLine(first.text);
  if (first.status === 'timed-out' || second.status === 'timed-out')
    return { kind: 'timeout', exitCode: null, digest: '', timeless: '', text: '' };
  if (exitCode !== second.exitCode)
    return { kind: 'unstable', exitCode: null, digest: '', timeless: '', text };
  const isSetup =
    exitCode !== 0 && (SETUP_CODES.has(exitCode ?? 0) || setupFailure.test(first.text.slice(-TAIL)));
  if (isSetup) return { kind: 'setup', exitCode, digest: '', timeless: '', text };
  return {
    kind: 'answer',
    exitCode,
    digest: digest === second.digest ? digest : '',
    timeless: timeless === second.timeless ? timeless : '',
    text,
  };
};

export type AnsweredTree = {
  readonly names: readonly string[];
  readonly answer: LeftoverAnswer | null;
};

/** Trees grouped by answer; null: no evidence, since the script does not even run for its author or on the base. */
export const leftoverEvidence = (
  author: string,
  path: string,
  trees: readonly AnsweredTree[],
): Leftover | null => {
  const own = trees.find(({ names }) => names.includes(author === TASK ? BASELINE : author))?.answer;
  if (own?.kind !== 'answer') return null;
  const answers = trees.flatMap(({ answer }) => (answer?.kind === 'answer' ? [answer] : []));
  // If the output varies by itself, what does not vary is compared, or else the exit code alone.
  const digestOf = answers.every(({ digest }) => digest !== '')
    ? ({ digest }: LeftoverAnswer) => digest
    : answers.every(({ timeless }) => timeless !== '')
      ? ({ timeless }: LeftoverAnswer) => timeless
      : () => '';
  const groups = new Map<string, LeftoverOutcome>();
  for (const { names, answer } of trees) {
    if (answer === null) continue;
    const { timeless: _, ...rest } = answer;
    const seen = { ...rest, digest: digestOf(answer) };
    const key = JSON.stringify([seen.kind, seen.exitCode, seen.digest]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { ...seen, names: [...names] });
    else group.names.push(...names);
  }
  return { author, path, outcomes: [...groups.values()].sort((a, b) => b.names.length - a.names.length) };
};
