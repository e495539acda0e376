import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { runPath, statusQuery } from '../api/queries.ts';
import { post, report } from '../api/transport.ts';
import type { AnyRun } from '../api/types.ts';
import { useNow } from '../frame/use-now.ts';
import { Button } from '../ui/button.tsx';
import { Command } from '../ui/copy.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { duration, plural } from '../ui/format.ts';
import { NEEDS_TOKEN } from '../ui/needs-token.ts';
import { Panel } from '../ui/panel.tsx';
import { Prose } from '../ui/prose.tsx';
import { Empty, ErrorNote } from '../ui/states.tsx';
import { Lanes } from './lanes.tsx';
import { lanesOf, type LiveState, useLiveRun } from './use-live-run.ts';

const Cancel = ({ run }: { readonly run: string }) => {
  const [asking, setAsking] = useState(false);
  const status = useQuery(statusQuery);
  const cancel = useMutation({
    mutationFn: async () => await post(`${runPath(run)}/cancel`, {}),
    onSuccess: () => setAsking(false),
  });
  const allowed = status.data?.canChange === true;
  return (
    <>
      <Button
        look="danger"
        disabled={!allowed || cancel.isSuccess}
        title={allowed ? undefined : NEEDS_TOKEN}
        onClick={() => setAsking(true)}
      >
        {cancel.isSuccess ? 'Cancelling…' : 'Cancel the run…'}
      </Button>
      <Dialog open={asking} onClose={() => setAsking(false)} title="Cancel this run?">
        <div className="space-y-4">
          <p className="text-soft">
            Finished work is kept. You can resume later with <code>hydra evaluate --resume</code>.
          </p>
          {cancel.isError && <ErrorNote error={cancel.error} />}
          <p className="flex justify-end gap-2">
            <Button onClick={() => setAsking(false)}>Keep running</Button>
            <Button look="danger" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
              Cancel the run
            </Button>
          </p>
        </div>
      </Dialog>
    </>
  );
};

const Progress = ({ state, running }: { readonly state: LiveState; readonly running: boolean }) => {
  const now = useNow(250);
  const lanes = lanesOf(state);
  const spans = lanes.flatMap((lane) => lane.spans);
  const done = spans.filter((span) => span.state !== 'running').length;
  const endMs =
    running && state.startedAt !== null ? Math.max(state.endMs, now - state.startedAt) : state.endMs;
  return (
    <>
      <p role="status" className="num px-4 py-2 text-sm text-soft">
        {plural(done, 'step')} done, {spans.length - done} running, {duration(endMs)} so far
      </p>
      <Lanes lanes={lanes} endMs={endMs} winner={null} />
    </>
  );
};

const Messages = ({ state }: { readonly state: LiveState }) => (
  <Panel title="What happens">
    <ol className="max-h-60 space-y-1 overflow-y-auto text-sm">
      {state.messages.toReversed().map(({ key, text }, index) => (
        <li key={key} className={`break-words ${index === 0 ? 'font-medium' : 'text-soft'}`}>
          {text}
        </li>
      ))}
    </ol>
  </Panel>
);

const Unfinished = ({ run }: { readonly run: AnyRun }) => (
  <Empty title="This run did not finish">
    {run.run.reason !== null && <p className="break-words">{run.run.reason}</p>}
    {'resume' in run && run.resume !== null && (
      <>
        <p>Finished work is kept. Resume it with:</p>
        <Command text={run.resume} />
      </>
    )}
  </Empty>
);

/** A run in progress, or one that stopped. */
export const LiveRun = ({ run }: { readonly run: AnyRun }) => {
  const state = useLiveRun(run.run.id);
  const running = run.run.state === 'running' && state.ended === null;
  if (report !== null) return <Unfinished run={run} />;
  return (
    <div className="space-y-5">
      {run.run.state !== 'running' && <Unfinished run={run} />}
      <Panel
        flush
        title={running ? 'Running now' : 'Until it stopped'}
        aside={running && <Cancel run={run.run.id} />}
      >
        {state.lanes.size === 0 ? (
          <p className="p-4 text-sm text-faint">
            {running ? 'Preparing: nothing to show yet.' : 'No check was started.'}
          </p>
        ) : (
          <Progress state={state} running={running} />
        )}
      </Panel>
      {state.messages.length > 0 && <Messages state={state} />}
      {'task' in run && run.task !== null && (
        <Panel title="The task">
          <p className="text-sm break-words whitespace-pre-wrap text-soft">
            <Prose text={run.task} />
          </p>
        </Panel>
      )}
    </div>
  );
};
