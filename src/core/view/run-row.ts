import { measured, missing, type Measured } from '../domain/measured.ts';
import type { BenchSummary } from '../domain/bench/bench-summary.ts';
import type { Candidate } from '../domain/candidate/candidate.ts';
import type { Conclusion } from '../domain/run/conclusion.ts';
import type { ExperimentRecord } from '../domain/experiment/experiment-record.ts';
import type { RunKind, RunRow } from '../domain/window/run-row.ts';
import { cleanLine } from '../report/text/clean-text.ts';

const NAMES_SHOWN = 20;
const LONGEST_TITLE = 160;
const ONE_MS = 1;

const UNKNOWN_COST = missing('not-configured', 'its cost was not recorded');
const NOTHING = {
  base: null,
  winner: null,
  decision: null,
  verdict: null,
  candidates: null,
  names: [],
  costUsd: UNKNOWN_COST,
  reason: null,
  score: null,
  solved: null,
} as const;

const between = (from: string, to: string | null): number | null =>
  to === null ? null : Math.max(0, Date.parse(to) - Date.parse(from)) || null;

const firstLine = (text: string): string =>
  cleanLine(text.trimStart().split('\n', 1)[0] ?? '', LONGEST_TITLE).replace(/^#+\s*/, '');

/** A run of which nothing but its folder is known. */
export const bareRow = (
  id: string,
  startedAt: string,
  more: Pick<RunRow, 'state'> & { readonly kind?: RunKind; readonly reason?: string | null },
): RunRow => ({
  ...NOTHING,
  names: [],
  id,
  kind: more.kind ?? 'evaluation',
  state: more.state,
  startedAt,
  finishedAt: null,
  durationMs: null,
  title: '',
  reason: more.reason ?? null,
});

/** Undefined: no model was asked. */
const sumOf = (costs: readonly Measured<number>[]): Measured<number> | undefined =>
  costs.length === 0
    ? undefined
    : (costs.find(({ known }) => !known) ??
      measured(costs.reduce((sum, cost) => sum + (cost.known ? cost.value : 0), 0)));

/** What the candidates were made for, and the panel; unknown if any candidate's part is. */
export const costOf = (
  candidates: readonly Pick<Candidate, 'provenance'>[],
  asked: Measured<number> | undefined,
): Measured<number> => {
  const parts = candidates.map(({ provenance: { usd } }) => usd);
  const amounts = parts.filter((usd) => usd !== undefined);
  if (amounts.length === 0 && asked?.known !== true) return UNKNOWN_COST;
  const unrecorded = parts.length - amounts.length;
  if (amounts.length > 0 && unrecorded > 0)
    return missing(
      'not-configured',
      `the cost of ${unrecorded} ${unrecorded === 1 ? 'candidate' : 'candidates'} was not recorded`,
    );
  if (asked !== undefined && !asked.known) return asked;
  return measured(amounts.reduce((sum, usd) => sum + usd, 0) + (asked?.value ?? 0));
};

export type EvaluationFacts = {
  readonly id: string;
  readonly kind: 'evaluation' | 'race';
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly state: RunRow['state'];
  readonly base: string | null;
  readonly task: string | null;
  readonly candidates: readonly Pick<Candidate, 'name' | 'provenance'>[];
  /** Of questions to models that the user asked for. */
  readonly asked: readonly Measured<number>[];
  readonly conclusion: Pick<Conclusion, 'winner' | 'decision'> | null;
};

export const evaluationRow = ({
  conclusion,
  candidates,
  task,
  asked,
  ...facts
}: EvaluationFacts): RunRow => ({
  ...NOTHING,
  ...facts,
  durationMs: between(facts.startedAt, facts.finishedAt),
  title:
    task === null || task.trim() === ''
      ? `${candidates.length} ${candidates.length === 1 ? 'candidate' : 'candidates'}${facts.base === null ? '' : ` for ${cleanLine(facts.base, 60)}`}`
      : firstLine(task),
  winner: conclusion?.winner ?? null,
  decision:
    conclusion === null
      ? null
      : (conclusion.decision?.kind ?? (conclusion.winner === null ? 'none' : 'winner')),
  candidates: candidates.length,
  names: candidates.slice(0, NAMES_SHOWN).map(({ name }) => name),
  costUsd: costOf(candidates, sumOf(asked)),
});

const VERDICTS = ['improved', 'equivalent', 'neutral', 'inconclusive', 'regressed'];

const spent = ({ trials }: ExperimentRecord): Measured<number> => {
  const ran = trials.filter(({ cached }) => !cached);
  const amounts = ran.flatMap(({ cost: { usd } }) => (usd === null ? [] : [usd]));
  if (amounts.length < ran.length)
    return missing(
      'not-configured',
      `the cost of ${ran.length - amounts.length} of ${ran.length} trials is unknown`,
    );
  return measured(amounts.reduce((sum, usd) => sum + usd, 0));
};

export const comparisonRow = (record: ExperimentRecord, id: string, finishedAt: string | null): RunRow => {
  const names = record.configurations.map(({ name }) => name);
  const best = record.verdicts.toSorted(
    (left, right) => VERDICTS.indexOf(left.verdict) - VERDICTS.indexOf(right.verdict),
  )[0];
  return {
    ...NOTHING,
    id,
    kind: 'comparison',
    state: 'complete',
    startedAt: record.started_at,
    finishedAt,
    durationMs: between(record.started_at, finishedAt),
    title: cleanLine(
      `${record.agent.spec}: ${names.slice(1).join(', ')} against ${names[0] ?? '?'} on ${record.tasks.length} tasks`,
      LONGEST_TITLE,
    ),
    winner: best?.promote === true ? best.candidate : null,
    verdict: best?.verdict ?? null,
    candidates: names.length,
    names: names.slice(0, NAMES_SHOWN),
    costUsd: spent(record),
  };
};

export const benchmarkRow = (summary: BenchSummary): RunRow => {
  const { run_id: id, started_at: startedAt, usage, scores, solved, task, model, cost_usd: usd } = summary;
  return {
    ...NOTHING,
    id,
    kind: 'benchmark',
    state: 'complete',
    startedAt,
    finishedAt: new Date(Date.parse(startedAt) + Math.max(ONE_MS, usage.wall_ms)).toISOString(),
    durationMs: usage.wall_ms,
    title: cleanLine(`${task}: ${model}`, LONGEST_TITLE),
    winner: null,
    candidates: 1,
    names: [model],
    costUsd:
      usd === null
        ? missing('not-configured', summary.reasons['cost_usd'] ?? 'the agent did not report what it cost')
        : measured(usd),
    score: scores.total,
    solved,
  };
};
