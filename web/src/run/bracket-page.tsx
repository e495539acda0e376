import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { bracketQuery } from '../api/queries.ts';
import type { BracketAnswer } from '../api/types.ts';
import { score } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Panel } from '../ui/panel.tsx';
import { Answer, Empty } from '../ui/states.tsx';
import { useEvaluation } from './use-run.ts';

const Contestant = ({
  run,
  bracket,
  index,
  won,
}: {
  readonly run: string;
  readonly bracket: BracketAnswer;
  readonly index: number;
  readonly won: boolean;
}) => {
  const name = bracket.candidates[index] ?? '';
  return (
    <li className={`flex items-center gap-2 px-3 py-1.5 ${won ? 'bg-accent-soft' : ''}`}>
      <Link
        to="/runs/$run/candidates/$name"
        params={{ run, name }}
        className={`min-w-0 flex-1 truncate text-sm hover:underline ${won ? 'font-semibold' : 'text-soft'}`}
      >
        {name}
      </Link>
      <span className="num text-sm">{score(bracket.totals[index] ?? null)}</span>
      {won && (
        <>
          <Icon name="right" className="size-3 text-accent" />
          <span className="sr-only">advances</span>
        </>
      )}
    </li>
  );
};

const Rounds = ({ run, bracket }: { readonly run: string; readonly bracket: BracketAnswer }) => (
  <div className="relative overflow-x-auto pb-2" tabIndex={0} role="region" aria-label="Bracket">
    <ol className="flex min-w-max items-stretch gap-6">
      {bracket.rounds.map((round, number) => (
        <li key={number} className="flex w-56 flex-col">
          <h2 className="mb-2 text-xs font-normal text-faint">
            {number === bracket.rounds.length - 1 ? 'Final' : `Round ${number + 1}`}
          </h2>
          <div className="flex flex-1 flex-col justify-around gap-3">
            {round.groups.map((group) => (
              <ul
                key={group.join('-')}
                className="divide-y divide-line overflow-hidden rounded-md border border-line bg-surface"
              >
                {group.map((index) => (
                  <Contestant
                    key={index}
                    run={run}
                    bracket={bracket}
                    index={index}
                    won={round.winners.includes(index)}
                  />
                ))}
              </ul>
            ))}
          </div>
        </li>
      ))}
      {bracket.winnerIndex !== null && (
        <li className="flex w-48 flex-col">
          <h2 className="mb-2 text-xs font-normal text-faint">Winner</h2>
          <p className="my-auto flex items-center gap-2 rounded-md border-2 border-accent bg-accent-soft px-3 py-3 font-semibold">
            <Icon name="crown" className="size-5 text-accent" />
            <span className="min-w-0 truncate">{bracket.candidates[bracket.winnerIndex]}</span>
          </p>
        </li>
      )}
    </ol>
  </div>
);

export const BracketPage = () => {
  const run = useEvaluation();
  const section = run?.sections.bracket;
  const query = useQuery({ ...bracketQuery(run?.run.id ?? ''), enabled: section?.available === true });
  if (run === null || section === undefined) return <Empty title="This run has no candidates" />;
  if (!section.available)
    return (
      <Empty title="There is no bracket">
        <p>{section.reason}</p>
      </Empty>
    );
  return (
    <Answer query={query} what="the bracket">
      {(bracket) => (
        <div className="space-y-5">
          <p className="max-w-prose text-sm text-soft">
            A tournament of the candidates that may win, in groups of {bracket.k}: the higher total advances,
            and ties go by what execution shows.
          </p>
          <Rounds run={run.run.id} bracket={bracket} />
          {bracket.left_out.length > 0 && (
            <Panel title="Not in the bracket">
              <ul className="space-y-1 text-sm">
                {bracket.left_out.map(({ name, reason }) => (
                  <li key={name} className="break-words">
                    <strong className="font-medium">{name}</strong>{' '}
                    <span className="text-soft">{reason}</span>
                  </li>
                ))}
              </ul>
            </Panel>
          )}
        </div>
      )}
    </Answer>
  );
};
