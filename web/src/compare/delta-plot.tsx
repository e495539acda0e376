import { Link } from '@tanstack/react-router';
import type { ConfigurationVerdict } from '../../../src/core/domain/experiment/experiment-record.ts';
import { differencePlace, plural, signed } from '../ui/format.ts';

type Delta = ConfigurationVerdict['deltas'][number];

const tone = (delta: number): string =>
  delta > 0 ? 'bg-pass-fill' : delta < 0 ? 'bg-fail-fill' : 'bg-bar-quiet';

const Rows = ({
  run,
  candidate,
  deltas,
}: {
  readonly run: string;
  readonly candidate: string;
  readonly deltas: readonly Delta[];
}) => (
  <ul className="divide-y divide-line">
    {deltas.map(({ task, baseline, candidate: value, delta, interval, trials }) => {
      const low = differencePlace(interval.low ?? -1);
      const high = differencePlace(interval.high ?? 1);
      return (
        <li
          key={task}
          className="grid grid-cols-[minmax(0,1fr)_5rem] items-center gap-x-4 gap-y-1 px-4 py-2 text-sm sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_5rem_9rem]"
        >
          <Link
            to="/runs/$run/tasks/$task"
            params={{ run, task }}
            search={{ candidate }}
            data-row
            className="truncate font-medium hover:text-accent hover:underline"
          >
            {task}
          </Link>
          <span aria-hidden="true" className="relative h-4 max-sm:order-last max-sm:col-span-2">
            <span className="absolute inset-y-0 left-1/2 w-px bg-line-strong" />
            <span
              className="absolute top-1/2 h-0.5 -translate-y-1/2 bg-faint/60"
              style={{ left: `${low}%`, width: `${Math.max(high - low, 0.3)}%` }}
            />
            <span
              className={`absolute top-1/2 size-3 -translate-1/2 rounded-full ring-2 ring-surface ${tone(delta)}`}
              style={{ left: `${differencePlace(delta)}%` }}
            />
          </span>
          <span className="num text-right font-medium">{signed(delta)}</span>
          <span className="num text-right text-xs text-faint max-sm:hidden">
            {baseline.toFixed(2)} → {value.toFixed(2)} ({trials.baseline}/{trials.candidate})
          </span>
        </li>
      );
    })}
  </ul>
);

/** Each task's delta with its interval on one axis; right is better. Tasks that moved come first, the others are folded. */
export const DeltaPlot = (props: Parameters<typeof Rows>[0]) => {
  const moved = props.deltas
    .filter(({ delta }) => delta !== 0)
    .toSorted((one, other) => Math.abs(other.delta) - Math.abs(one.delta));
  const still = props.deltas.filter(({ delta }) => delta === 0);
  if (moved.length === 0) return <Rows {...props} />;
  return (
    <>
      <Rows {...props} deltas={moved} />
      {still.length > 0 && (
        <details className="border-t border-line">
          <summary className="px-4 py-2 text-sm text-soft">
            {plural(still.length, 'task')} did not move
          </summary>
          <Rows {...props} deltas={still} />
        </details>
      )}
    </>
  );
};
