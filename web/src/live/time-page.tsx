import { useQuery } from '@tanstack/react-query';
import { timeQuery } from '../api/queries.ts';
import type { TimeAnswer } from '../api/types.ts';
import { useRun } from '../run/use-run.ts';
import { duration } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { Answer, Empty } from '../ui/states.tsx';
import { Lanes } from './lanes.tsx';
import { LiveRun } from './live-run.tsx';

type Shares = readonly { readonly name: string; readonly seconds: number }[];

const Bars = ({ title, shares }: { readonly title: string; readonly shares: Shares }) => {
  const most = Math.max(...shares.map(({ seconds }) => seconds), 0.001);
  return (
    <Panel title={title}>
      <ul className="space-y-1.5">
        {shares.map(({ name, seconds }) => (
          <li
            key={name}
            className="grid grid-cols-[minmax(0,9rem)_minmax(0,1fr)_4.5rem] items-center gap-3 text-sm"
          >
            <span className="truncate" title={name}>
              {name}
            </span>
            <span aria-hidden="true" className="h-2.5 rounded bg-sunken">
              <span className="block h-full rounded bg-bar" style={{ width: `${(seconds / most) * 100}%` }} />
            </span>
            <span className="num text-right text-soft">{duration(seconds * 1000)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
};

const lastMoment = ({ lanes, endedMs }: TimeAnswer): number =>
  Math.max(
    endedMs ?? 0,
    ...lanes.flatMap(({ spans }) => spans.map(({ startMs, endMs }) => endMs ?? startMs)),
  );

const Profile = ({ time, winner }: { readonly time: TimeAnswer; readonly winner: string | null }) => (
  <div className="space-y-5">
    <Panel flush title="Where the time went">
      {time.lanes.length === 0 ? (
        <p className="p-4 text-sm text-faint">The trace has no times.</p>
      ) : (
        <Lanes lanes={time.lanes} endMs={lastMoment(time)} winner={winner} />
      )}
    </Panel>
    {time.report !== null && (
      <div className="grid gap-5 lg:grid-cols-2">
        <Bars title="By check" shares={time.report.checks} />
        <Bars title="By candidate" shares={time.report.candidates} />
      </div>
    )}
    {time.stages.length > 0 && (
      <Panel title="Stages">
        <ol className="space-y-1 text-sm">
          {time.stages.map(({ text, atMs }) => (
            <li key={`${atMs}-${text}`} className="flex gap-3">
              <span className="num w-20 shrink-0 text-right text-faint">{duration(atMs)}</span>
              <span className="min-w-0 break-words">{text}</span>
            </li>
          ))}
        </ol>
      </Panel>
    )}
  </div>
);

export const TimePage = () => {
  const run = useRun();
  const query = useQuery({ ...timeQuery(run.run.id), enabled: run.run.state !== 'running' });
  if (run.run.state === 'running') return <LiveRun run={run} />;
  const section = 'sections' in run ? run.sections.time : null;
  if (section?.available === false)
    return (
      <Empty title="The trace has no times">
        <p>{section.reason}</p>
      </Empty>
    );
  return (
    <Answer query={query} what="the time axis">
      {(time) => <Profile time={time} winner={run.run.winner} />}
    </Answer>
  );
};
