import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { leaderboardQuery, modelsQuery } from '../api/queries.ts';
import type { ModelComparison } from '../api/types.ts';
import { Chip } from '../ui/chip.tsx';
import { differencePlace, percent, plural, signed, usd, words } from '../ui/format.ts';
import { NotMeasured } from '../ui/measured.tsx';
import { Panel } from '../ui/panel.tsx';
import { Prose, sentence } from '../ui/prose.tsx';
import { Answer, Empty } from '../ui/states.tsx';
import { useTitle } from '../ui/use-title.ts';

const route = getRouteApi('/bench/compare');
const SELECT = 'h-9 max-w-[18rem] min-w-0 rounded-md border border-line-strong bg-surface px-2 text-sm';

type Under = ModelComparison['comparisons'][number];
type Difference = Under['differences'][number];

const share = (value: number | null): string => (value === null ? '–' : value.toFixed(2));

const bounds = ({ low, high }: Difference['interval']): string =>
  `${low === null ? '−∞' : low.toFixed(2)} to ${high === null ? '∞' : high.toFixed(2)}`;

/** The difference with its interval on an axis whose middle is 0; right is better for the second. */
const Axis = ({ difference: { difference, interval, better } }: { readonly difference: Difference }) => {
  if (difference === null) return null;
  const [low, high] = [differencePlace(interval.low ?? -1), differencePlace(interval.high ?? 1)];
  return (
    <span aria-hidden="true" className="relative block h-4">
      <span className="absolute inset-y-0 left-1/2 w-px bg-line-strong" />
      <span
        className="absolute top-1/2 h-0.5 -translate-y-1/2 bg-faint/60"
        style={{ left: `${low}%`, width: `${Math.max(high - low, 0.3)}%` }}
      />
      <span
        className={`absolute top-1/2 size-3 -translate-1/2 rounded-full ring-2 ring-surface ${better === null ? 'bg-bar-quiet' : 'bg-bar'}`}
        style={{ left: `${differencePlace(difference)}%` }}
      />
    </span>
  );
};

const DifferenceRow = ({
  of,
  first,
  second,
}: {
  readonly of: Difference;
  readonly first: string;
  readonly second: string;
}) => (
  <li className="space-y-1 px-4 py-3">
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 sm:grid-cols-[9rem_minmax(0,1fr)_16rem]">
      <p className="font-medium">
        {words(of.value)}{' '}
        {of.role === 'primary' && <span className="text-xs font-normal text-faint">primary</span>}
      </p>
      <div className="max-sm:order-last max-sm:col-span-2">
        <Axis difference={of} />
      </div>
      <p className="num text-right text-sm">
        {of.difference === null ? (
          <span className="text-faint">not measured</span>
        ) : (
          <>
            <strong className="font-semibold">{signed(of.difference)}</strong>{' '}
            <span className="text-xs text-faint">
              {bounds(of.interval)} at {percent(of.interval.confidence)}
            </span>
          </>
        )}
      </p>
    </div>
    <p className="text-sm break-words text-soft">
      <Prose text={sentence(of.sentence)} />
    </p>
    <p className="num text-xs break-words text-faint">
      {first} {share(of.first)}, {second} {share(of.second)} over {plural(of.tasks, 'task')}; better on{' '}
      {of.first_better} and {of.second_better}
      {of.p !== null && `; p ${of.p.toFixed(3)}`}
      {of.adjusted_p !== null && of.adjusted_p !== of.p && `, corrected ${of.adjusted_p.toFixed(3)}`}
      {of.needed?.tasks != null && `; ${plural(of.needed.tasks, 'task')} would show such a difference`}
    </p>
  </li>
);

const SIGNALS = { usd: 'cost', tokens: 'tokens', wall_ms: 'time' } as const;

const Comparison = ({
  under,
  first,
  second,
}: {
  readonly under: Under;
  readonly first: string;
  readonly second: string;
}) => {
  const { settings, differences, ratios, tasks, only_first, only_second } = under;
  const alone = [
    [first, only_first],
    [second, only_second],
  ] as const;
  return (
    <Panel
      flush
      title={`${settings.max_steps} steps${settings.max_cost_usd === null ? '' : `, up to ${usd(settings.max_cost_usd)}`}`}
      aside={<span className="num text-xs text-faint">{plural(tasks.length, 'task')} in common</span>}
    >
      <p className="px-4 pt-3 text-xs break-words text-faint">
        {first} better ← 0 → {second} better, with interval
      </p>
      <ul className="divide-y divide-line">
        {differences.map((one) => (
          <DifferenceRow key={one.value} of={one} first={first} second={second} />
        ))}
      </ul>
      <div className="border-t border-line px-4 py-3">
        <h3 className="mb-1 text-xs text-faint">
          What {second} takes, for each 1 of {first}
        </h3>
        <ul className="space-y-1 text-sm">
          {ratios.map(({ signal, ratio, interval, tasks: paired, reason }) => (
            <li key={signal} className="flex flex-wrap justify-between gap-x-4">
              <span>{SIGNALS[signal]}</span>
              {ratio === null ? (
                <NotMeasured reason={reason ?? 'no run reported it'} />
              ) : (
                <span className="num">
                  <strong className="font-medium">{ratio.toFixed(2)} ×</strong>{' '}
                  <span className="text-faint">
                    {bounds(interval)} at {percent(interval.confidence)}, {plural(paired, 'task')}
                  </span>
                </span>
              )}
            </li>
          ))}
        </ul>
      </div>
      {alone.some(([, ids]) => ids.length > 0) && (
        <p className="border-t border-line px-4 py-3 text-sm break-words text-soft">
          {alone
            .filter(([, ids]) => ids.length > 0)
            .map(([name, ids]) => `Only ${name} ran ${ids.join(', ')}.`)
            .join(' ')}
        </p>
      )}
    </Panel>
  );
};

const Compared = ({ first, second }: { readonly first: string; readonly second: string }) => {
  const query = useQuery(modelsQuery(first, second));
  return (
    <Answer query={query} what="the comparison">
      {({ comparisons, reason, left_out }) => (
        <div className="space-y-5">
          {comparisons.length === 0 && (
            <Empty title="They cannot be compared">
              <p className="break-words">
                <Prose text={sentence(reason ?? 'they have no task in common')} />
              </p>
            </Empty>
          )}
          {comparisons.map((under) => (
            <Comparison key={JSON.stringify(under.settings)} under={under} first={first} second={second} />
          ))}
          {left_out.length > 0 && (
            <p className="text-sm text-faint">
              {plural(left_out.length, 'run')} left out; the leaderboard says why.
            </p>
          )}
        </div>
      )}
    </Answer>
  );
};

const Choice = ({ models }: { readonly models: readonly string[] }) => {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const first = search.first ?? models[0];
  const second = search.second ?? models.find((name) => name !== first);
  if (first === undefined || second === undefined)
    return (
      <Empty title="It takes two models to compare">
        <p>There are runs of {plural(models.length, 'model')} here.</p>
      </Empty>
    );
  const pick = (side: 'first' | 'second', value: string, other: string) => (
    <select
      aria-label={side === 'first' ? 'First model' : 'Second model'}
      className={SELECT}
      value={value}
      onChange={({ target }) =>
        void navigate({ search: { first, second, [side]: target.value }, replace: true })
      }
    >
      {[...new Set([value, ...models])]
        .filter((name) => name !== other)
        .map((name) => (
          <option key={name}>{name}</option>
        ))}
    </select>
  );
  return (
    <>
      <p className="flex flex-wrap items-center gap-3 text-sm">
        {pick('first', first, second)} <span className="text-soft">against</span>{' '}
        {pick('second', second, first)} <Chip>paired by task</Chip>
      </p>
      <Compared first={first} second={second} />
    </>
  );
};

/** Two models over the tasks that both worked on. */
export const ModelsPage = () => {
  useTitle('Models compared');
  const board = useQuery(leaderboardQuery);
  return (
    <div className="space-y-4">
      <header className="space-y-1.5">
        <p className="text-sm">
          <Link to="/bench" className="link">
            Leaderboard
          </Link>
        </p>
        <h1 className="text-2xl font-semibold tracking-tight">Models compared</h1>
      </header>
      <Answer query={board} what="the models">
        {(answer) => <Choice models={[...new Set(answer.board.rows.map(({ model }) => model))]} />}
      </Answer>
    </div>
  );
};
