import type {
  ConfigurationVerdict,
  ExperimentRecord,
  SettlingStep,
} from '../../domain/experiment/experiment-record.ts';
import { mean } from '../../math/mean.ts';
import { normalQuantile } from '../../math/statistics/normal.ts';

const SIDES = 2;

const priceOf = (record: ExperimentRecord, candidate: string, tasks: ReadonlySet<string>): number | null => {
  const baseline = record.configurations[0]?.name ?? '';
  const prices = record.trials
    .filter(
      ({ task, configuration, status }) =>
        tasks.has(task) && status !== 'errored' && [baseline, candidate].includes(configuration),
    )
    .map(({ cost }) => cost.usd);
  const known = prices.filter((usd) => usd !== null);
  return known.length < prices.length ? null : mean(known);
};

/** Trials after a look at the result must reach half of the significance level, which takes more of them. */
const moreForALook = ({ significance, power }: ExperimentRecord['policy']): number => {
  const at = (level: number): number => normalQuantile(1 - level) + normalQuantile(power);
  return (at(significance / 2) / at(significance)) ** 2;
};

const stepOf = (
  record: ExperimentRecord,
  { candidate, statistical }: ConfigurationVerdict,
): (Omit<SettlingStep, 'usd'> & { readonly tasks: readonly string[] }) | null => {
  if (statistical === null) return null;
  const { trials } = record.policy;
  const suspects = statistical.regressions.flatMap(({ task, state }) =>
    state === 'suspected' ? [task] : [],
  );
  if (statistical.verdict === 'improved' && suspects.length > 0)
    return {
      command: `hydra compare --resume ${record.id} --confirm`,
      why: 'fresh trials of the suspected tasks confirm or clear them',
      runs: SIDES * trials * suspects.length,
      tasks: suspects,
    };
  const needed = statistical.verdict === 'inconclusive' ? statistical.next.trials : null;
  if (needed === null) return null;
  const more = Math.max(1, Math.ceil(needed * moreForALook(record.policy)) - trials);
  const tasks =
    record.verdicts.find((one) => one.candidate === candidate)?.deltas.map(({ task }) => task) ?? [];
  return {
    command: `hydra compare --resume ${record.id} --add-trials ${more}`,
    why: `with ${Math.round(100 * statistical.next.power)} % power at the effect seen`,
    runs: SIDES * more * tasks.length,
    tasks,
  };
};

/** More trials do not remove these. */
const isForGood = ({ obstacles }: ConfigurationVerdict): boolean =>
  obstacles.some(({ kind }) => kind !== 'mock_agent');

/** The command that settles an open verdict, and its expected price; null: none does, or it is settled. */
export const settlingStep = (
  record: ExperimentRecord,
  verdict: ConfigurationVerdict,
): SettlingStep | null => {
  const step = verdict.promote || isForGood(verdict) ? null : stepOf(record, verdict);
  if (step === null) return null;
  const { tasks, ...rest } = step;
  const each = priceOf(record, verdict.candidate, new Set(tasks));
  return { ...rest, usd: each === null ? null : each * step.runs };
};

export const settlingSentence = ({ command, why, runs, usd }: SettlingStep): string => {
  const price =
    usd === null ? 'at an unknown price' : usd < 0.005 ? 'for less than a cent' : `about $${usd.toFixed(2)}`;
  return `to settle it: ${command} (${runs} runs of the agent, ${price}; ${why})`;
};
