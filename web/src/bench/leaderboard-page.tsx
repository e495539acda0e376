import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { leaderboardQuery } from '../api/queries.ts';
import type { LeaderboardAnswer } from '../api/types.ts';
import { Command } from '../ui/copy.tsx';
import { count, duration, percent, plural, usd, words } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { Answer, Empty } from '../ui/states.tsx';
import { useTitle } from '../ui/use-title.ts';
import { CostPlot } from './cost-plot.tsx';

type Board = LeaderboardAnswer['board'];
type Row = Board['rows'][number];
type Mean = Row['success'];
const METRICS = ['total', 'functional', 'quality', 'security', 'efficiency', 'human_like'] as const;

/** A mean with its interval on a line from 0 to 1. */
const Interval = ({ mean }: { readonly mean: Mean }) => {
  if (mean.mean === null) return <span className="text-xs text-faint">not measured: {mean.reason}</span>;
  const [low, high] = [mean.low ?? 0, mean.high ?? 1];
  return (
    <span className="block min-w-28 whitespace-nowrap">
      <span className="num text-sm">
        {mean.mean.toFixed(2)}{' '}
        <span className="text-xs text-faint">
          {low.toFixed(2)}–{high.toFixed(2)}
        </span>
      </span>
      <span aria-hidden="true" className="relative mt-0.5 block h-1.5 rounded bg-sunken">
        <span
          className="absolute inset-y-0 rounded bg-bar/40"
          style={{ left: `${low * 100}%`, width: `${(high - low) * 100}%` }}
        />
        <span className="absolute -inset-y-0.5 w-0.5 bg-bar" style={{ left: `${mean.mean * 100}%` }} />
      </span>
    </span>
  );
};

const Price = ({
  price,
  show,
}: {
  readonly price: Row['usd_per_run'];
  readonly show: (value: number) => string;
}) =>
  price.value === null ? (
    <span className="text-xs text-faint">not measured: {price.reason}</span>
  ) : (
    <span className="num">{show(price.value)}</span>
  );

const TableOf = ({ board }: { readonly board: Board }) => (
  <div className="relative overflow-x-auto" tabIndex={0} role="region" aria-label="Leaderboard">
    <table className="w-full min-w-[64rem] text-left text-sm">
      <thead className="text-xs text-faint">
        <tr className="border-b border-line">
          <th className="px-4 py-2 font-normal">Model</th>
          <th className="px-2 py-2 font-normal">Solved</th>
          {METRICS.map((metric) => (
            <th key={metric} className="px-2 py-2 font-normal">
              {words(metric)}
            </th>
          ))}
          <th className="px-2 py-2 text-right font-normal">Cost a run</th>
          <th className="px-4 py-2 text-right font-normal">Time a solved task</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {board.rows.map((row) => (
          <tr key={`${row.model}/${JSON.stringify(row.settings)}`} className="align-top">
            <th scope="row" className="min-w-48 px-4 py-2.5 font-medium">
              <span className="break-all">{row.model}</span>
              <span className="num block text-xs font-normal text-faint">
                {plural(row.runs, 'run')}, {plural(row.tasks, 'task')}, {row.settings.max_steps} steps
                {row.settings.max_cost_usd !== null && `, up to ${usd(row.settings.max_cost_usd)}`}
              </span>
            </th>
            <td className="px-2 py-2.5">
              <Interval mean={row.success} />
            </td>
            {METRICS.map((metric) => (
              <td key={metric} className="px-2 py-2.5">
                <Interval mean={row.scores[metric]} />
              </td>
            ))}
            <td className="px-2 py-2.5 text-right">
              <Price price={row.usd_per_run} show={usd} />
            </td>
            <td className="px-4 py-2.5 text-right">
              <Price price={row.ms_per_solved} show={duration} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const Shown = ({ answer: { board, judges, plot } }: { readonly answer: LeaderboardAnswer }) => (
  <div className="space-y-5">
    <Panel
      flush
      title="Models"
      aside={
        <span className="num flex flex-wrap items-center gap-3 text-xs text-faint">
          intervals of {percent(board.confidence)}, {plural(board.tasks.length, 'task')}
          {board.rows.length > 1 && (
            <Link to="/bench/compare" className="link text-sm">
              Compare two
            </Link>
          )}
        </span>
      }
    >
      <TableOf board={board} />
    </Panel>
    <Panel title="Cost against success">
      <CostPlot plot={plot} />
    </Panel>
    <Panel title="Judges">
      <p className="text-sm text-soft">
        {judges.alpha === null
          ? `Agreement not measured: ${judges.reason ?? 'no judge was asked'}`
          : `They agree with Krippendorff's α of ${judges.alpha.toFixed(2)}.`}
      </p>
    </Panel>
    {board.left_out.length > 0 && (
      <Panel flush title={`${plural(board.left_out.length, 'run')} left out`}>
        <ul className="max-h-72 divide-y divide-line overflow-y-auto text-sm">
          {board.left_out.map(({ run_id, model, task, reason }) => (
            <li key={run_id} className="px-4 py-2 break-words">
              <span className="font-medium">{model}</span> on {task}:{' '}
              <span className="text-soft">{reason}</span>
            </li>
          ))}
        </ul>
      </Panel>
    )}
  </div>
);

export const LeaderboardPage = () => {
  useTitle('Leaderboard');
  const query = useQuery(leaderboardQuery);
  return (
    <div className="space-y-4">
      <h1 className="text-2xl font-semibold tracking-tight">Leaderboard</h1>
      <Answer query={query} what="the leaderboard">
        {(answer) =>
          answer.board.rows.length === 0 ? (
            <Empty title="No benchmark was run here yet">
              <p>Let an agent work on a task and see how it does:</p>
              <Command text="hydra bench run --model mock --task TASK" />
              {answer.board.left_out.length > 0 && (
                <p>{count(answer.board.left_out.length)} runs do not count.</p>
              )}
            </Empty>
          ) : (
            <Shown answer={answer} />
          )
        }
      </Answer>
    </div>
  );
};
