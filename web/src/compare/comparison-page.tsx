import type {
  ConfigurationVerdict,
  ExperimentRecord,
} from '../../../src/core/domain/experiment/experiment-record.ts';
import type { ComparisonRun } from '../api/types.ts';
import { Chip, type Tone } from '../ui/chip.tsx';
import { percent, plural, usd, words } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { Prose } from '../ui/prose.tsx';
import { Empty } from '../ui/states.tsx';
import { DeltaPlot } from './delta-plot.tsx';

const TONES: Readonly<Record<string, Tone>> = {
  improved: 'pass',
  regressed: 'fail',
  inconclusive: 'warn',
};

type Interval = { readonly low: number | null; readonly high: number | null; readonly confidence: number };

const shownInterval = ({ low, high, confidence }: Interval): string =>
  `${low === null ? '−∞' : low.toFixed(2)} to ${high === null ? '∞' : high.toFixed(2)} at ${percent(confidence)}`;

const Costs = ({ verdict }: { readonly verdict: ConfigurationVerdict }) => {
  const { statistical } = verdict;
  if (statistical === null) return null;
  const { cost, next } = statistical;
  return (
    <div className="grid gap-4 p-4 lg:grid-cols-2">
      <div>
        <h4 className="mb-1 text-xs text-faint">Cost against the baseline</h4>
        {cost.length === 0 ? (
          <p className="text-sm text-faint">not measured: no run reported its cost</p>
        ) : (
          <ul className="space-y-1 text-sm">
            {cost.map(({ signal, ratio, interval, tasks }) => (
              <li key={signal} className="flex flex-wrap justify-between gap-x-4">
                <span>{words(signal)}</span>
                <span className="num">
                  <strong className="font-medium">{ratio.toFixed(2)} ×</strong>{' '}
                  <span className="text-faint">
                    {shownInterval(interval)}, {plural(tasks, 'task')}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div>
        <h4 className="mb-1 text-xs text-faint">The price of certainty</h4>
        <p className="text-sm break-words">
          <Prose text={next.sentence} />
        </p>
        {next.more_runs !== null && (
          <p className="num text-sm text-soft">
            {plural(next.more_runs, 'more run')}
            {next.usd !== null && `, about ${usd(next.usd)}`}
          </p>
        )}
      </div>
    </div>
  );
};

const Verdict = ({
  run,
  verdict,
}: {
  readonly run: ComparisonRun;
  readonly verdict: ConfigurationVerdict;
}) => {
  // Costs and the price of certainty are shown separately below.
  const sentences =
    verdict.statistical?.reasons.map(({ sentence }) => sentence) ?? run.sentences[verdict.candidate] ?? [];
  const gain = verdict.statistical;
  return (
    <section
      aria-label={verdict.candidate}
      className="overflow-hidden rounded-lg border border-line bg-surface"
    >
      <div className="space-y-2 border-l-4 border-accent p-4">
        <h2 className="flex flex-wrap items-center gap-2 text-lg font-semibold break-words">
          {verdict.candidate} <Chip tone={TONES[verdict.verdict] ?? 'neutral'}>{verdict.verdict}</Chip>
          {verdict.promote ? <Chip tone="accent">may be promoted</Chip> : <Chip>not to be promoted</Chip>}
        </h2>
        <div className="max-w-prose space-y-1 text-sm text-soft">
          {sentences.map((sentence) => (
            <p key={sentence} className="break-words">
              <Prose text={sentence} />
            </p>
          ))}
          {verdict.obstacles.map(({ sentence }) => (
            <p key={sentence} className="break-words text-warn">
              {sentence}
            </p>
          ))}
        </div>
        {gain !== null && gain.mean_delta !== null && (
          <p className="num text-sm">
            Mean delta <strong>{gain.mean_delta.toFixed(3)}</strong>{' '}
            <span className="text-soft">
              ({shownInterval(gain.interval)}; p of a gain {gain.p_gain?.toFixed(3) ?? '–'})
            </span>
          </p>
        )}
      </div>
      <div className="border-t border-line">
        <h3 className="px-4 pt-3 text-xs text-faint">
          By task: worse ← 0 → better, with interval. Open a task to read what the agent did under both.
        </h3>
        <DeltaPlot run={run.run.id} candidate={verdict.candidate} deltas={verdict.deltas} />
      </div>
      <div className="border-t border-line">
        <Costs verdict={verdict} />
      </div>
    </section>
  );
};

const RankingOf = ({ ranking }: { readonly ranking: NonNullable<ExperimentRecord['ranking']> }) => (
  <Panel flush title="All configurations">
    <table className="w-full text-sm">
      <thead className="text-xs text-faint">
        <tr className="border-b border-line text-right">
          <th className="px-4 py-2 text-left font-normal">configuration</th>
          <th className="px-2 py-2 font-normal">mean</th>
          <th className="px-2 py-2 font-normal max-sm:hidden">strength</th>
          <th className="px-4 py-2 font-normal">best with</th>
        </tr>
      </thead>
      <tbody className="num divide-y divide-line text-right">
        {ranking.configurations.map((one) => (
          <tr key={one.configuration}>
            <th scope="row" className="px-4 py-2 text-left font-medium break-all">
              {one.configuration}
            </th>
            <td className="px-2 py-2">{one.mean.toFixed(3)}</td>
            <td className="px-2 py-2 max-sm:hidden">
              {one.strength.toFixed(2)}{' '}
              <span className="text-xs text-faint">{shownInterval(one.interval)}</span>
            </td>
            <td className="px-4 py-2">{percent(one.probability_best)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Panel>
);

export const ComparisonPage = ({ run }: { readonly run: ComparisonRun }) => {
  const { experiment } = run;
  if (experiment === null) return <Empty title="This comparison has no result yet" />;
  return (
    <div className="space-y-5">
      <p className="text-sm text-soft">
        Baseline <strong className="text-ink">{experiment.configurations[0]?.name}</strong>, agent{' '}
        <code>{experiment.agent.spec}</code>, {plural(experiment.tasks.length, 'task')},{' '}
        {plural(experiment.trials.length, 'trial')}
      </p>
      {experiment.verdicts.map((verdict) => (
        <Verdict key={verdict.candidate} run={run} verdict={verdict} />
      ))}
      {experiment.ranking !== null && <RankingOf ranking={experiment.ranking} />}
      {experiment.notes.length > 0 && (
        <Panel title="Also to know">
          <ul className="space-y-1 text-sm text-soft">
            {experiment.notes.map((note) => (
              <li key={note} className="break-words">
                <Prose text={note} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
};
