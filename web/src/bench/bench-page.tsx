import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { benchDiffQuery, benchPatchQuery, benchQuery } from '../api/queries.ts';
import type { BenchmarkRun } from '../api/types.ts';
import { FileDiff } from '../changes/file-diff.tsx';
import { FileTree } from '../changes/file-tree.tsx';
import { useNow } from '../frame/use-now.ts';
import { ago, count, duration, percent, usd, words } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { Prose } from '../ui/prose.tsx';
import { RunResult } from '../ui/run-state.tsx';
import { ScoreBar } from '../ui/score-bar.tsx';
import { Answer, Empty } from '../ui/states.tsx';
import { useTitle } from '../ui/use-title.ts';
import { TraceTimeline } from './trace-timeline.tsx';

const route = getRouteApi('/bench/$id');

const Metrics = ({ run }: { readonly run: BenchmarkRun }) => (
  <ul className="grid gap-3 sm:grid-cols-3 xl:grid-cols-6">
    {run.metrics.map(({ key, score, reason, weight }) => (
      <li key={key} className="rounded-lg border border-line bg-surface p-4">
        <p className="flex items-baseline justify-between text-sm">
          <span className="font-medium">{words(key)}</span>
          {weight !== null && <span className="num text-xs text-faint">weighs {percent(weight)}</span>}
        </p>
        {score === null ? (
          <p className="mt-1 text-sm break-words text-faint">not measured: {reason}</p>
        ) : (
          <p className="num text-2xl font-semibold">{score.toFixed(2)}</p>
        )}
        <ScoreBar value={score === null ? null : score * 100} className="mt-2 h-1.5" />
        {score !== null && reason !== null && <p className="mt-2 text-xs break-words text-soft">{reason}</p>}
      </li>
    ))}
  </ul>
);

const Usage = ({ summary }: { readonly summary: NonNullable<BenchmarkRun['summary']> }) => {
  const { usage, cost_usd } = summary;
  const facts = [
    ['Tokens in', usage.input_tokens],
    ['Tokens out', usage.output_tokens],
    ['Tokens cached', usage.cached_tokens],
    ['Steps', usage.steps],
    ['Tool calls', usage.tool_calls],
    ['Invalid calls', usage.invalid_calls],
  ] as const;
  return (
    <Panel title="What the agent used">
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-faint">{name}</dt>
            <dd className="num text-sm">
              {value === null ? <span className="text-faint">not reported</span> : count(value)}
            </dd>
          </div>
        ))}
        <div>
          <dt className="text-xs text-faint">Time</dt>
          <dd className="num text-sm">{duration(usage.wall_ms)}</dd>
        </div>
        <div>
          <dt className="text-xs text-faint">Cost</dt>
          <dd className="num text-sm">
            {cost_usd === null ? <span className="text-faint">not reported</span> : usd(cost_usd)}
          </dd>
        </div>
      </dl>
    </Panel>
  );
};

const Change = ({ id }: { readonly id: string }) => {
  const query = useQuery(benchDiffQuery(id));
  const [chosen, setChosen] = useState(0);
  return (
    <Panel flush title="Its change">
      <Answer query={query} what="the change">
        {({ files }) => {
          const file = files.find(({ index }) => index === chosen) ?? files[0];
          return file === undefined ? (
            <p className="p-4 text-sm text-faint">It changed nothing.</p>
          ) : (
            <div className="grid lg:grid-cols-[16rem_minmax(0,1fr)]">
              <FileTree files={files} chosen={file.index} onChoose={setChosen} />
              <div className="min-w-0 border-line max-lg:border-t lg:border-l">
                <FileDiff key={file.index} file={file} query={benchPatchQuery(id, file.index)} unified />
              </div>
            </div>
          );
        }}
      </Answer>
    </Panel>
  );
};

const Shown = ({ run }: { readonly run: BenchmarkRun }) => {
  const now = useNow();
  const { summary } = run;
  useTitle(run.run.title);
  return (
    <div className="space-y-5">
      <header className="space-y-1.5">
        <p className="text-sm">
          <Link to="/" className="link">
            Runs
          </Link>
        </p>
        <h1 className="flex flex-wrap items-center gap-3 text-2xl font-semibold tracking-tight break-words">
          {run.run.title} <RunResult row={run.run} />
        </h1>
        <p className="num text-sm text-soft">
          Benchmark
          {summary !== null &&
            ` · ${summary.language} · ${words(summary.kind)} · repeat ${summary.repeat}`} ·{' '}
          {ago(run.run.startedAt, now)} <code className="text-xs break-all text-faint">{run.run.id}</code>
        </p>
      </header>
      {summary === null ? (
        <Empty title="This benchmark has no result yet">
          <p>{run.run.reason ?? 'It is still running, or it was stopped.'}</p>
        </Empty>
      ) : (
        <>
          <Metrics run={run} />
          {run.sentences.length > 0 && (
            <Panel title="In words">
              <div className="space-y-1 text-sm text-soft">
                {run.sentences.map((sentence) => (
                  <p key={sentence} className="break-words">
                    <Prose text={sentence} />
                  </p>
                ))}
              </div>
            </Panel>
          )}
          <Usage summary={summary} />
        </>
      )}
      <TraceTimeline id={run.run.id} />
      {summary !== null && <Change id={run.run.id} />}
    </div>
  );
};

export const BenchPage = () => {
  const { id } = route.useParams();
  const query = useQuery(benchQuery(id));
  return (
    <Answer query={query} what="the benchmark run" heading="This benchmark run cannot be shown">
      {(run) => <Shown run={run} />}
    </Answer>
  );
};
