import type { CandidateView } from '../../core/domain/window/candidate-view.ts';
import type { DiffView } from '../../core/domain/window/diff-view.ts';
import type { ComparisonView, EvaluationView, RunView } from '../../core/domain/window/run-view.ts';
import type { TestMatrixView } from '../../core/domain/window/test-matrix-view.ts';

/** As the page asks for the end of a log. */
const LOG_LINES = 500;
/** Failed tests whose output is in the file. */
const MOST_OUTPUTS = 200;

type Ask = (path: string) => Promise<unknown>;

/** A part of the file: the page's request, and what to call it if there is no room for it. */
type Part = { readonly path: string; readonly what: PartKind };
export type PartKind = keyof typeof LEFT_OUT;

const LEFT_OUT = {
  run: ['part of the run', 'parts of the run'],
  details: ['candidate in detail', 'candidates in detail'],
  changes: ['file of a change', 'files of changes'],
  logs: ['log', 'logs'],
  outputs: ['output of a failed test', 'outputs of failed tests'],
  trials: ['trial', 'trials'],
} as const;

const part = (what: PartKind, path: string): Part => ({ what, path });

/** Parts in order of importance: the last ones are left out first. */
export async function* partsOf(ask: Ask, view: RunView): AsyncGenerator<Part> {
  const { id } = view.run;
  if (view.kind === 'benchmark') {
    yield part('run', `/api/bench/${id}`);
    yield part('run', `/api/bench/${id}/trace?from=0&count=500`);
    const { files } = (await ask(`/api/bench/${id}/diff`)) as DiffView;
    yield part('changes', `/api/bench/${id}/diff`);
    for (const { index } of files) yield part('changes', `/api/bench/${id}/diff/${index}`);
    return;
  }
  const run = `/api/runs/${id}`;
  yield part('run', `${run}/time`);
  if (view.kind === 'comparison') yield* trialParts(run, view);
  else yield* evaluationParts(ask, run, view);
}

/** The winner with everything, then those that may be merged, then those that are flagged, then the others. */
const byWorth = ({ conclusion, candidates }: EvaluationView): readonly (readonly string[])[] => {
  const rankings = conclusion?.rankings ?? [];
  const named = (holds: (one: (typeof rankings)[number]) => boolean): readonly string[] =>
    rankings.filter(holds).map(({ agent }) => agent);
  const groups = [
    named(({ agent }) => agent === conclusion?.winner),
    named(({ mergeable }) => mergeable),
    named(({ flags }) => flags.length > 0),
    named(() => true),
    candidates.map(({ name }) => name),
    (conclusion?.rejected ?? []).map(({ agent }) => agent),
  ];
  const taken = new Set<string>();
  return groups.map((group) =>
    group.filter((name) => {
      const fresh = !taken.has(name);
      taken.add(name);
      return fresh;
    }),
  );
};

async function* evaluationParts(ask: Ask, run: string, view: EvaluationView): AsyncGenerator<Part> {
  const details = (name: string): Part => part('details', `${run}/candidates/${encodeURIComponent(name)}`);
  for (const one of ['matrix', 'probes', 'panel', 'bracket', 'preferences'])
    yield part('run', `${run}/${one}`);
  yield details('baseline');
  const [winner = [], mergeable = [], flagged = [], ...others] = byWorth(view);
  const rejected = others.at(-1) ?? [];
  const applied = [...winner, ...mergeable, ...flagged, ...others.slice(0, -1).flat()];
  for (const name of winner) yield details(name);
  yield* diffParts(ask, run, winner);
  yield* logParts(ask, run, [...winner, 'baseline']);
  // The evidence of a flag is in the lines of the change.
  for (const name of [...mergeable, ...flagged]) yield details(name);
  yield* diffParts(ask, run, flagged);
  yield* diffParts(ask, run, mergeable);
  for (const name of others.flat()) yield details(name);
  yield part('run', `${run}/matrix?all=true`);
  yield* logParts(ask, run, applied);
  yield* outputParts(ask, run);
  const shown = new Set([...winner, ...mergeable, ...flagged, ...rejected]);
  yield* diffParts(
    ask,
    run,
    applied.filter((name) => !shown.has(name)),
  );
}

/** What the agent did in each trial of a task that moved, as the page requests it. */
function* trialParts(run: string, { experiment, moved }: ComparisonView): Generator<Part> {
  const tasks = new Set(moved.map(({ task }) => task));
  for (const one of experiment?.trials ?? []) {
    if (!tasks.has(one.task)) continue;
    const { task, configuration, trial, round } = one;
    const query = { task, configuration, trial: String(trial), round: String(round) };
    yield part('trials', `${run}/trial?${new URLSearchParams(query).toString()}`);
  }
}

async function* diffParts(ask: Ask, run: string, names: readonly string[]): AsyncGenerator<Part> {
  for (const name of names) {
    const path = `${run}/candidates/${encodeURIComponent(name)}/diff`;
    yield part('changes', path);
    const { files } = (await ask(path)) as DiffView;
    // Files with remarks come first.
    const annotated = files.filter(({ notes }) => notes.length > 0);
    for (const { index } of new Set([...annotated, ...files])) yield part('changes', `${path}/${index}`);
  }
}

/** Logs of failed checks, each once. */
async function* logParts(ask: Ask, run: string, names: readonly string[]): AsyncGenerator<Part> {
  const digests = new Set<string>();
  for (const name of names) {
    const { checks } = (await ask(`${run}/candidates/${encodeURIComponent(name)}`)) as CandidateView;
    for (const { log, status } of checks)
      if (log !== null && log.bytes > 0 && status !== 'passed') digests.add(log.digest);
  }
  for (const digest of digests) {
    yield part('logs', `${run}/logs/${digest}?from=-${LOG_LINES}&count=${LOG_LINES}`);
  }
}

/** What failed tests printed. */
async function* outputParts(ask: Ask, run: string): AsyncGenerator<Part> {
  const matrix = (await ask(`${run}/matrix`)) as TestMatrixView | null;
  let count = 0;
  for (const [at, source] of matrix?.sources.entries() ?? [])
    for (const [column, test] of matrix?.tests.entries() ?? []) {
      if (matrix?.rows[at]?.[column] !== 'f' || count >= MOST_OUTPUTS) continue;
      count += 1;
      yield part('outputs', `${run}/output?${new URLSearchParams({ source, test }).toString()}`);
    }
}

/** What there was no room for, in words. */
export const missingIn = (counts: ReadonlyMap<PartKind, number>): readonly string[] =>
  [...counts].map(([what, count]) => `${count} ${LEFT_OUT[what][count === 1 ? 0 : 1]}`);
