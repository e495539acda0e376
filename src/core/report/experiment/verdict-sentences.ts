import type { ConfigurationVerdict } from '../../domain/experiment/experiment-record.ts';
import type { CostLine, Interval, StatisticalVerdict } from '../../domain/experiment/statistical-verdict.ts';
import { signed } from './delta-scale.ts';
import { printableLine } from '../text/printable.ts';
import { listFirst, percent } from '../../text/amounts.ts';

const NAMES: Readonly<Record<CostLine['signal'], string>> = {
  usd: 'dollars',
  tokens: 'tokens',
  steps: 'steps',
  tool_calls: 'tool calls',
  wall_clock_ms: 'time',
};

const bound = (value: number | null, show: (value: number) => string): string =>
  value === null ? 'unbounded' : show(value);

const between = ({ low, high }: Interval, show: (value: number) => string): string =>
  `${bound(low, show)} to ${bound(high, show)}`;

/** Cost as a line of its own: each signal relative to the baseline. */
export const costSentence = ({ signal, ratio, interval, tasks }: CostLine): string => {
  const share = (value: number): string => `×${value.toFixed(2)}`;
  return `${NAMES[signal]} ${share(ratio)} of the baseline (${between(interval, share)}; ${tasks} tasks)`;
};

export const testSentence = ({
  mean_delta,
  p_gain,
  p_loss,
  interval,
  tasks,
  method,
}: StatisticalVerdict): string => {
  if (mean_delta === null || p_gain === null || p_loss === null)
    return `${tasks} paired tasks: nothing to test`;
  const share = `${percent(interval.confidence)} interval ${between(interval, (value) => signed(value))}`;
  const how = method === 'exact' ? 'all sign patterns' : 'drawn sign patterns';
  return `mean delta ${signed(mean_delta)} over ${tasks} tasks, ${share}; p ${p_gain.toFixed(4)} for gain, ${p_loss.toFixed(4)} for loss (${how})`;
};

/** Describes the deltas of a plot or table. */
export const PLOTTED = 'deltas of checks and judge; cost is not part of them';

/** The strict rule counts cost, and the plot next to it does not: report how much of the sum that is. */
const strictSum = ({ strict, deltas }: ConfigurationVerdict): string => {
  const plotted = deltas.reduce((sum, { delta }) => sum + delta, 0);
  const cost = strict.net_gain - plotted;
  const parts = `${signed(plotted)} from checks and judge as plotted, ${signed(cost)} from cost`;
  return `summed delta ${signed(strict.net_gain)}${Number(cost.toFixed(3)) === 0 ? '' : ` (${parts})`}`;
};

const strictRegression = (
  { task, kind, reason }: ConfigurationVerdict['strict']['regressions'][number],
  { deltas }: ConfigurationVerdict,
): string => {
  const plotted = deltas.find((one) => one.task === task);
  const how =
    kind === 'composite_drop' && plotted !== undefined
      ? `, with cost; ${signed(plotted.delta)} without it`
      : '';
  return printableLine(`${task}: ${kind}: ${reason}${how}`);
};

/** The reasons for the verdict, the deciding one first. */
export const reasonSentences = (verdict: ConfigurationVerdict): readonly string[] => {
  const { statistical, strict } = verdict;
  if (statistical !== null) return statistical.reasons.map(({ sentence }) => printableLine(sentence));
  if (strict.regressions.length > 0)
    return strict.regressions.map((regression) => strictRegression(regression, verdict));
  return [`${strictSum(verdict)}, no hard regression`];
};

/** Whether it may be promoted, and if not, why. */
export const promotionSentences = ({
  promote,
  rule,
  strict,
  statistical,
  obstacles,
}: ConfigurationVerdict): readonly string[] => {
  if (promote) return ['may be promoted: improved, and nothing prevents it'];
  const rules = [
    ...(rule === 'statistical' && statistical?.verdict !== 'improved'
      ? [`the statistical verdict is ${statistical?.verdict ?? 'missing'}`]
      : []),
    ...(strict.verdict === 'improved'
      ? []
      : [
          `the documented rule${rule === 'statistical' ? ' on the means' : ''} says ${strict.verdict}${regressedTasks(strict.regressions)}`,
        ]),
  ];
  return [...rules, ...obstacles.map(({ sentence }) => sentence)].map(
    (sentence) => `not promoted: ${printableLine(sentence)}`,
  );
};

const SHOWN = 4;

const regressedTasks = (regressions: ConfigurationVerdict['strict']['regressions']): string => {
  const tasks = [...new Set(regressions.map(({ task }) => task))];
  return tasks.length === 0 ? '' : ` (${listFirst(tasks, SHOWN)})`;
};
