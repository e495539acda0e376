import { createHash } from 'node:crypto';
import { BenchSummary, type BenchScores } from '../../src/core/domain/bench/bench-summary.ts';

const HASH = 'a'.repeat(64);

const UNKNOWN: BenchScores = {
  functional: null,
  quality: null,
  security: null,
  efficiency: null,
  human_like: null,
  total: null,
};

type Given = Partial<Omit<BenchSummary, 'scores' | 'usage'>> & {
  readonly scores?: Partial<BenchScores>;
  readonly usage?: Partial<BenchSummary['usage']>;
};

/** A valid summary in which everything is unknown unless set; its run id follows from its content. */
export const summary = ({ scores, usage, ...given }: Given = {}): BenchSummary => {
  const content: BenchSummary = {
    version: 1,
    run_id: '',
    engine_version: '0.1.0',
    started_at: '2026-01-01T00:00:00Z',
    task: 'task-0',
    task_hash: HASH,
    language: 'python',
    kind: 'bug',
    model: 'mock:a',
    repeat: 0,
    settings: { max_steps: 50, max_cost_usd: null, judge_model: null },
    status: 'scored',
    solved: null,
    scores: { ...UNKNOWN, ...scores },
    reasons: {},
    weights: {},
    metric_details: {},
    usage: {
      input_tokens: null,
      output_tokens: null,
      cached_tokens: null,
      total_tokens: null,
      steps: null,
      tool_calls: null,
      invalid_calls: null,
      wall_ms: 1000,
      ...usage,
    },
    cost_usd: null,
    ended: { how: 'finished', reason: '' },
    notes: [],
    files: { 'trace.jsonl': HASH, 'final.patch': HASH },
    ...given,
  };
  const id = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12);
  return BenchSummary.parse({ ...content, run_id: given.run_id ?? id });
};

/** Runs of a model: for each task a list of outcomes, 1 for solved. */
export const solvedRuns = (
  model: string,
  outcomes: readonly (readonly number[])[],
  more: (solved: number, task: number, repeat: number) => Given = () => ({}),
): readonly BenchSummary[] =>
  outcomes.flatMap((own, task) =>
    own.map((solved, repeat) =>
      summary({
        model,
        task: `task-${task}`,
        repeat,
        solved: solved === 1,
        scores: { functional: solved, total: solved },
        ...more(solved, task, repeat),
      }),
    ),
  );

export const hashesOf = (summaries: readonly BenchSummary[]): ReadonlyMap<string, string> =>
  new Map(summaries.map(({ task }) => [task, HASH]));
