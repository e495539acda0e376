import { Link } from '@tanstack/react-router';
import type { DimensionInfo, EvaluationRun, Ranking } from '../api/types.ts';
import { Chip } from '../ui/chip.tsx';
import { percent, score, words } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { ScoreBar, WeightedBar } from '../ui/score-bar.tsx';
import type { Explained } from './explain-sheet.tsx';

const NUMBER = 'num rounded text-left hover:text-accent';

const Status = ({ run, ranking }: { readonly run: EvaluationRun; readonly ranking: Ranking }) => {
  const { gates, reasons, flags, status, mergeable } = ranking;
  const [gate] = gates;
  const blocking = flags.filter(({ id }) => run.flagKinds[id]?.severity === 'block').length;
  return (
    <span className="flex min-w-0 items-center gap-1.5 overflow-hidden">
      {status === 'unscored' && <Chip tone="warn">unscored</Chip>}
      {mergeable && <Chip tone="accent">mergeable</Chip>}
      {gate !== undefined && (
        <Chip tone="fail" title={reasons[gate]}>
          <Icon name="block" className="size-3" />
          <span className="min-w-0 truncate">
            {words(gate)}
            {gates.length > 1 && ` +${gates.length - 1}`}
          </span>
        </Chip>
      )}
      {!mergeable && gate === undefined && status === 'scored' && <Chip>not mergeable</Chip>}
      {flags.length > 0 && (
        <Chip tone={blocking > 0 ? 'fail' : 'warn'} title={flags.map(({ sentence }) => sentence).join('\n')}>
          <Icon name="flag" className="size-3" />
          {flags.length}
          <span className="sr-only">{flags.length === 1 ? ' flag' : ' flags'}</span>
        </Chip>
      )}
    </span>
  );
};

const Move = ({ before, place }: { readonly before: number | null; readonly place: number }) => {
  if (before === null || before === place) return null;
  const up = place < before;
  return (
    <span className={`inline-flex items-center text-xs ${up ? 'text-pass' : 'text-fail'}`}>
      <Icon name={up ? 'up' : 'down'} className="size-3" />
      <span className="sr-only">{up ? 'up from' : 'down from'} </span>
      {before}
    </span>
  );
};

type Props = {
  readonly run: EvaluationRun;
  readonly ranking: Ranking;
  readonly place: number;
  readonly wins: boolean;
  readonly before: number | null;
  readonly dimensions: readonly DimensionInfo[];
  readonly onExplain: (what: Explained) => void;
};

export const RankingRow = ({ run, ranking, place, wins, before, dimensions, onExplain }: Props) => {
  const { agent, total, breakdown, weights, mergeable, likelihood } = ranking;
  const explain = (key: string) => () => onExplain({ about: 'candidate', name: agent, key });
  return (
    <>
      <div
        role="cell"
        className="num flex items-center gap-1 text-sm text-faint max-md:float-left max-md:mr-2 max-md:pt-3"
      >
        {place} <Move before={before} place={place} />
      </div>
      <div role="cell" className="min-w-0 space-y-1 max-md:pt-2.5 max-md:pr-20">
        <p className="flex min-w-0 items-center gap-1.5">
          {wins && <Icon name="crown" className="size-4 text-accent" />}
          {wins && <span className="sr-only">winner: </span>}
          <Link
            to="/runs/$run/candidates/$name"
            params={{ run: run.run.id, name: agent }}
            data-row
            className="truncate font-medium hover:text-accent hover:underline"
          >
            {agent}
          </Link>
        </p>
        <Status run={run} ranking={ranking} />
      </div>
      <div role="cell" className="text-right max-md:absolute max-md:top-2 max-md:right-4">
        <button type="button" className={`${NUMBER} text-lg font-semibold`} onClick={explain('total')}>
          <span className="sr-only">total </span>
          {score(total)}
        </button>
      </div>
      {dimensions.map(({ key, title }) => (
        <div key={key} role="cell" className="hidden min-w-0 md:block">
          <button type="button" className={`${NUMBER} block w-full text-sm`} onClick={explain(key)}>
            <span className="sr-only">{title} </span>
            {breakdown[key] === undefined || breakdown[key] === null ? (
              <span className="text-faint" title={ranking.reasons[key]}>
                –<span className="sr-only"> not measured</span>
              </span>
            ) : (
              score(breakdown[key])
            )}
            <ScoreBar value={breakdown[key] ?? null} quiet={!mergeable} className="mt-1 h-1.5" />
          </button>
        </div>
      ))}
      <div
        role="cell"
        className="num text-right text-sm text-soft max-md:absolute max-md:top-10 max-md:right-4"
      >
        {likelihood === undefined ? (
          <span className="text-faint">–</span>
        ) : (
          <button type="button" className={NUMBER} onClick={explain('likelihood')}>
            <span className="sr-only">probably right </span>
            {percent(likelihood.probability)}
          </button>
        )}
      </div>
      <div role="cell" className="md:hidden">
        <button type="button" className="mt-3 block w-full" onClick={explain('total')}>
          <WeightedBar
            quiet={!mergeable}
            parts={dimensions.map(({ key, title }) => ({
              key,
              title,
              weight: weights[key] ?? 0.02,
              score: breakdown[key] ?? null,
            }))}
          />
        </button>
      </div>
    </>
  );
};
