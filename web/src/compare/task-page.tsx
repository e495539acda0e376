import type { ExperimentRecord } from '../../../src/core/domain/experiment/experiment-record.ts';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ComparisonRun } from '../api/types.ts';
import { useRun } from '../run/use-run.ts';
import { Chip } from '../ui/chip.tsx';
import { duration, usd } from '../ui/format.ts';
import { Value } from '../ui/measured.tsx';
import { Panel } from '../ui/panel.tsx';
import { Empty } from '../ui/states.tsx';

const route = getRouteApi('/runs/$run/tasks/$task');
type OneTrial = ExperimentRecord['trials'][number];

const Side = ({ name, trials }: { readonly name: string; readonly trials: readonly OneTrial[] }) => {
  const [chosen, setChosen] = useState(0);
  const trial = trials[chosen];
  return (
    <Panel
      flush
      title={name}
      aside={
        trials.length > 1 && (
          <select
            aria-label={`Trial of ${name}`}
            className="h-8 rounded-md border border-line-strong bg-surface px-2 text-sm"
            value={chosen}
            onChange={({ target }) => setChosen(Number(target.value))}
          >
            {trials.map((one, index) => (
              <option key={`${one.round}-${one.trial}`} value={index}>
                Trial {one.trial + 1}
                {one.round > 0 && `, round ${one.round}`}
              </option>
            ))}
          </select>
        )
      }
    >
      {trial === undefined ? (
        <p className="p-4 text-sm text-faint">No trial.</p>
      ) : (
        <div className="space-y-2 p-4 text-sm">
          <p className="num flex flex-wrap items-center gap-2">
            <Chip tone={trial.status === 'completed' ? 'pass' : 'fail'}>{trial.status}</Chip>
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
              <li key={check.name} className="flex flex-wrap items-baseline gap-2">
                <Chip tone={check.passed ? 'pass' : 'fail'}>{check.passed ? 'passed' : 'failed'}</Chip>
                <span>{check.name}</span>
                <span className="min-w-0 break-words text-soft">{check.reason}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  );
};

const Sides = ({ run, task }: { readonly run: ComparisonRun; readonly task: string }) => {
  const { candidate } = route.useSearch();
  const trials = run.experiment?.trials.filter((trial) => trial.task === task) ?? [];
  const [baseline, ...others] = run.experiment?.configurations.map(({ name }) => name) ?? [];
  const against = candidate ?? others[0];
  return (
    <div className="space-y-4">
      <h2 className="text-lg font-semibold break-words">
        {task}{' '}
        <Link to="/runs/$run" params={{ run: run.run.id }} className="link ml-2 text-sm font-normal">
          all tasks
        </Link>
      </h2>
      <div className="grid gap-4 lg:grid-cols-2">
        {[baseline, against].map(
          (name) =>
            name !== undefined && (
              <Side
                key={name}
                name={name}
                trials={trials.filter(({ configuration }) => configuration === name)}
              />
            ),
        )}
      </div>
      {!run.transcripts.available && (
        <p className="text-sm text-faint">No transcripts: {run.transcripts.reason}.</p>
      )}
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
