import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { logOutlineQuery, logQuery, logSearchQuery, rawLogAddress } from '../api/queries.ts';
import { report } from '../api/transport.ts';
import type { LogPart } from '../api/types.ts';
import { useRunId } from '../run/use-run.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { bytes, plural } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { Answer } from '../ui/states.tsx';
import { Line, LogView } from './log-view.tsx';

const route = getRouteApi('/runs/$run/logs/$digest');
const END = 500;

const Search = ({
  run,
  digest,
  onGo,
  onAsk,
}: {
  readonly run: string;
  readonly digest: string;
  readonly onGo: (line: number) => void;
  readonly onAsk: (text: string) => void;
}) => {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  const [at, setAt] = useState(0);
  const found = useQuery({ ...logSearchQuery(run, digest, asked), enabled: asked !== '' });
  const matches = asked === '' ? [] : (found.data?.matches ?? []);
  const first = matches[0]?.line;
  useEffect(() => {
    if (first === undefined) return;
    setAt(0);
    onGo(first);
  }, [asked, first, onGo]);
  const go = (step: number): void => {
    const next = (at + step + matches.length) % Math.max(matches.length, 1);
    setAt(next);
    const match = matches[next];
    if (match !== undefined) onGo(match.line);
  };
  return (
    <form
      role="search"
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed === asked && matches.length > 0) return go(1);
        setAsked(typed);
        onAsk(typed);
        return setAt(-1);
      }}
    >
      <input
        data-search
        type="search"
        aria-label="Search the log"
        placeholder="Search the log"
        className="h-8 w-44 rounded-md border border-line-strong bg-surface px-2 text-sm placeholder:text-faint"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit">Find</Button>
      {asked !== '' && found.data !== undefined && (
        <>
          <span role="status" className="num text-sm text-soft">
            {matches.length === 0
              ? 'not found'
              : `${at >= 0 ? `${at + 1} of ` : ''}${matches.length}${found.data.next === null ? '' : '+'}`}
          </span>
          <Button disabled={matches.length === 0} onClick={() => go(-1)}>
            Previous
          </Button>
          <Button disabled={matches.length === 0} onClick={() => go(1)}>
            Next
          </Button>
        </>
      )}
    </form>
  );
};

const Whole = ({
  run,
  digest,
  head,
}: {
  readonly run: string;
  readonly digest: string;
  readonly head: LogPart;
}) => {
  const { line } = route.useSearch();
  const [target, setTarget] = useState<number | null>(line === undefined ? null : line - 1);
  const [fold, setFold] = useState(true);
  const [sought, setSought] = useState('');
  const outline = useQuery(logOutlineQuery(run, digest));
  const parts = outline.data?.parts ?? [];
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <Search run={run} digest={digest} onGo={setTarget} onAsk={setSought} />
        <label className="ml-auto flex items-center gap-1.5 text-sm">
          <input type="checkbox" checked={fold} onChange={({ target: box }) => setFold(box.checked)} />
          Fold quiet parts
        </label>
        <a href={rawLogAddress(run, digest)} download className={buttonClass()}>
          Download
        </a>
      </div>
      <LogView
        run={run}
        digest={digest}
        lines={head.lines}
        parts={parts}
        fold={fold}
        target={target}
        sought={sought}
      />
    </>
  );
};

const About = ({ log }: { readonly log: LogPart }) => (
  <span className="num text-xs text-faint">
    {plural(log.lines, 'line')}, {bytes(log.bytes)}
  </span>
);

export const LogPage = () => {
  const { digest } = route.useParams();
  const { title } = route.useSearch();
  const run = useRunId();
  const head = useQuery(report === null ? logQuery(run, digest, 0, END) : logQuery(run, digest, -END, END));
  return (
    <Panel flush title={title ?? 'Log'} aside={head.data !== undefined && <About log={head.data} />}>
      <Answer query={head} what="the log">
        {(log) => {
          if (log.lines === 0) return <p className="p-4 text-sm text-faint">It printed nothing.</p>;
          if (report === null) return <Whole key={digest} run={run} digest={digest} head={log} />;
          return (
            <div className="overflow-x-auto py-2 font-mono text-xs leading-5">
              {log.from > 0 && <p className="px-4 text-faint">the last {plural(log.text.length, 'line')}</p>}
              {log.text.map((text, index) => (
                <Line key={index} number={log.from + index + 1} text={text} hit={false} />
              ))}
            </div>
          );
        }}
      </Answer>
    </Panel>
  );
};
