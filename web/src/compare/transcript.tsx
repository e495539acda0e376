import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { trialQuery, type TrialOf } from '../api/queries.ts';
import type { TrialView } from '../api/types.ts';
import { TurnList } from '../turns/turn-list.tsx';
import { Prose } from '../ui/prose.tsx';
import { Answer } from '../ui/states.tsx';

const PRINTED = 'max-h-80 overflow-auto px-4 py-2 text-xs wrap-anywhere whitespace-pre-wrap';

const Folded = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <details className="border-b border-line">
    <summary className="px-4 py-2 text-sm text-soft">{title}</summary>
    <pre className={PRINTED}>{text}</pre>
  </details>
);

const Work = ({
  transcript,
  open,
}: {
  readonly transcript: NonNullable<TrialView['transcript']>;
  readonly open: boolean;
}) => {
  const { prompt, system, turns, output, ended, judged } = transcript;
  return (
    <>
      {system !== null && <Folded title="System prompt" text={system} />}
      {prompt !== null && <Folded title="Prompt" text={prompt} />}
      {turns.length === 0 && output === null && (
        <p className="p-4 text-sm text-faint">The agent reported no turns.</p>
      )}
      <TurnList turns={turns} open={open} />
      {output !== null && (
        <>
          {output.stdout !== '' && <pre className={PRINTED}>{output.stdout}</pre>}
          {output.stderr !== '' && <pre className={`${PRINTED} text-fail`}>{output.stderr}</pre>}
        </>
      )}
      {judged.map(({ rationale }, at) => (
        <Folded key={at} title="What the judge wrote" text={rationale} />
      ))}
      {ended !== null && (
        <p className="px-4 py-2 text-sm break-words text-soft">
          Ended: {ended.how}
          {ended.reason !== '' && ended.reason !== ended.how && `, ${ended.reason}`}
        </p>
      )}
    </>
  );
};

/** What the agent did in one trial. */
export const Transcript = ({
  run,
  trial,
  open,
}: {
  readonly run: string;
  readonly trial: TrialOf;
  readonly open: boolean;
}) => {
  const query = useQuery(trialQuery(run, trial));
  return (
    <Answer query={query} what="the transcript">
      {(view) => (
        <div className="border-t border-line">
          {view.run !== run && (
            <p className="border-b border-line px-4 py-2 text-xs text-faint">
              Reused from{' '}
              <Link to="/runs/$run" params={{ run: view.run }} className="link break-all">
                {view.run}
              </Link>
            </p>
          )}
          {view.transcript === null ? (
            <p className="p-4 text-sm text-faint">
              No transcript: <Prose text={view.reason ?? 'none was stored'} />.
            </p>
          ) : (
            <Work transcript={view.transcript} open={open} />
          )}
        </div>
      )}
    </Answer>
  );
};
