import type { BenchSettings } from '../../core/domain/bench/bench-summary.ts';
import type { BenchmarkPolicy } from '../../core/domain/bench/benchmark-policy.ts';
import { openJudgeModel } from '../judge/seat-judge.ts';
import { UserError } from '../errors/user-error.ts';
import type { BenchStore } from '../ports/bench-store.ts';
import type { BenchTools } from './bench-tools.ts';

export type JudgesWanted = {
  /** False: none. A number: this many. */
  readonly judges?: boolean | number;
  readonly judgeModel?: string;
};

/** `note`: why these, if the user did not choose them. */
export type ChosenJudges = Pick<BenchSettings, 'judge_model' | 'judges'> & { readonly note?: string };

const AUTO = 'auto';
const USUAL = 3;

const isOpen = async (bench: BenchTools, name: string): Promise<boolean> =>
  !('absent' in (await openJudgeModel(bench.agents, name)));

/** One panel for all runs in a folder: scores by different judges cannot be compared. */
const storedPanel = async (bench: BenchTools, store: BenchStore): Promise<string | null> => {
  const { runs } = await store.list();
  const newest = runs.findLast(
    ({ summary }) => summary.status === 'scored' && summary.settings.judge_model !== null,
  );
  const name = newest?.summary.settings.judge_model ?? null;
  return name !== null && (await isOpen(bench, name)) ? name : null;
};

const builtIn = (agent: string): string | null =>
  agent.startsWith('builtin:') ? agent.slice('builtin:'.length) : null;

/** The agent's own model; for a program that does not report its model, the first available judge. */
const ownModel = async (bench: BenchTools, agent: string): Promise<string> => {
  const own = builtIn(agent) ?? (agent === 'claude' || agent.startsWith('claude:') ? 'claude-cli' : AUTO);
  if (own !== AUTO) return own;
  const opened = await openJudgeModel(bench.agents, AUTO);
  return 'absent' in opened ? AUTO : opened.name;
};

/** The judges: as requested, else as configured, else those of the runs in the folder, else the agent's own model. */
export const chooseJudges = async (
  bench: BenchTools,
  store: BenchStore,
  agent: string,
  { judges = true, judgeModel, policy }: JudgesWanted & { readonly policy: BenchmarkPolicy },
): Promise<ChosenJudges> => {
  if (judges === false && judgeModel !== undefined)
    throw new UserError(
      'judges-off',
      '--judge-model and --no-judges contradict each other',
      'Leave one of them out.',
    );
  if (judges === false) return { judge_model: null };
  const count = typeof judges === 'number' ? judges : policy.judges;
  const panel = count === undefined || count === USUAL ? {} : { judges: count };
  const asked = judgeModel ?? policy.judge_model;
  if (asked !== undefined) return { judge_model: asked, ...panel };
  const own = await ownModel(bench, agent);
  const stored = await storedPanel(bench, store);
  if (stored === null || stored === own) return { judge_model: own, ...panel };
  const note = `judged by ${stored}, as the runs stored in the same folder are; --judge-model chooses another`;
  return { judge_model: stored, ...panel, note };
};
