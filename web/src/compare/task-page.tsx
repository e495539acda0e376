import type { ExperimentRecord } from '../../../src/core/domain/experiment/experiment-record.ts';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { ComparisonRun } from '../api/types.ts';
import { useRun } from '../run/use-run.ts';
import { Chip } from '../ui/chip.tsx';
import { duration, usd } from '../ui/format.ts';
import { Value } from '../ui/measured.tsx';
import { Panel } from '../ui/panel.tsx';
import { Empty } from '../ui/states.tsx';
import { Transcript } from './transcript.tsx';

const route = getRouteApi('/runs/$run/tasks/$task');
type OneTrial = ExperimentRecord['trials'][number];

/** The same trial of both configurations. */
type Pair = {
  readonly key: string;
  readonly label: string;
  readonly sides: readonly (OneTrial | undefined)[];
};

const shown = ({ objective }: OneTrial): string =>
  objective.known ? `${objective.value.passed}/${objective.value.total}` : '–';

const pairsOf = (trials: readonly OneTrial[], names: readonly string[]): readonly Pair[] =>
  [...Map.groupBy(trials, ({ round, trial }) => `${round}-${trial}`)].map(([key, group]) => {
    const sides = names.map((name) => group.find(({ configuration }) => configuration === name));
    const { round = 0, trial = 0 } = group[0] ?? {};
    const results = sides.map((side) => (side === undefined ? '–' : shown(side))).join(' → ');
    return { key, sides, label: `Trial ${trial + 1}${round > 0 ? `, round ${round}` : ''}: ${results}` };
  });

const differ = ({ sides }: Pair): boolean =>
  new Set(sides.map((side) => (side === undefined ? '' : shown(side)))).size > 1;

const Side = ({
  run,
  name,
  aside,
  trial,
  open,
}: {
  readonly run: string;
  readonly name: string;
  readonly aside: ReactNode;
  readonly trial: OneTrial | undefined;
  readonly open: boolean;
}) => (
  <Panel flush title={<span className="break-all">{name}</span>} aside={aside}>
    {trial === undefined ? (
      <p className="p-4 text-sm text-faint">It did not run this trial.</p>
    ) : (
      <>
        <div className="space-y-2 p-4 text-sm">
          <p className="num flex flex-wrap items-center gap-2">
            <Chip tone={trial.status === 'completed' ? 'pass' : 'fail'}>{trial.status}</Chip>
            <strong className="font-medium">
              <Value of={trial.objective}>{({ passed, total }) => `${passed} of ${total} checks`}</Value>
            </strong>
            {trial.cost.usd !== null && <span>{usd(trial.cost.usd)}</span>}
            {trial.cost.wall_clock_ms !== null && <span>{duration(trial.cost.wall_clock_ms)}</span>}
            {trial.cost.steps !== null && <span>{trial.cost.steps} steps</span>}
            <span className="text-soft">
              judge: <Value of={trial.judge}>{(share) => share.toFixed(2)}</Value>
            </span>
          </p>
          {trial.reason !== '' && <p className="break-words text-soft">{trial.reason}</p>}
          <ul className="space-y-1">
            {trial.checks.map((check) => (
              <li key={check.name} className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-2">
                <Chip tone={check.passed ? 'pass' : 'fail'}>{check.passed ? 'passed' : 'failed'}</Chip>
                <span className="min-w-0 wrap-anywhere">
                  {check.name} <span className="text-soft">{check.reason}</span>
                </span>
              </li>
            ))}
          </ul>
        </div>
        <Transcript run={run} trial={trial} open={open} />
      </>
    )}
  </Panel>
);

const Sides = ({ run, task }: { readonly run: ComparisonRun; readonly task: string }) => {
  const { candidate } = route.useSearch();
  const [baseline, ...others] = run.experiment?.configurations.map(({ name }) => name) ?? [];
  const names = [baseline, candidate ?? others[0]].filter((name) => name !== undefined);
  const pairs = pairsOf(run.experiment?.trials.filter((trial) => trial.task === task) ?? [], names);
  const [chosen, setChosen] = useState('');
  const [open, setOpen] = useState(false);
  // A trial in which the two differ is the most informative.
  const pair = pairs.find(({ key }) => key === chosen) ?? pairs.find(differ) ?? pairs[0];
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="min-w-0 text-lg font-semibold break-words">{task}</h2>
        <Link to="/runs/$run" params={{ run: run.run.id }} className="link text-sm">
          all tasks
        </Link>
        <select
          aria-label="Trial"
          className="ml-auto h-9 max-w-full rounded-md border border-line-strong bg-surface px-2 text-sm"
          value={pair?.key ?? ''}
          onChange={({ target }) => setChosen(target.value)}
        >
          {pairs.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
        <label className="flex items-center gap-1.5 text-sm">
          <input type="checkbox" checked={open} onChange={({ target }) => setOpen(target.checked)} />
          Open all turns
        </label>
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        {names.map((name, at) => (
          <Side
            key={`${name}-${pair?.key ?? ''}`}
            run={run.run.id}
            name={name}
            aside={<span className="text-xs text-faint">{at === 0 ? 'baseline' : 'candidate'}</span>}
            trial={pair?.sides[at]}
            open={open}
          />
        ))}
      </div>
    </div>
  );
};

/** One task under two configurations, side by side. */
export const TaskPage = () => {
  const { task } = route.useParams();
  const run = useRun();
  return run.kind === 'comparison' ? (
    <Sides run={run} task={task} />
  ) : (
    <Empty title="This run has no tasks" />
  );
};
