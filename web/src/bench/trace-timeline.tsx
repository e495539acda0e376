import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { benchTraceQuery } from '../api/queries.ts';
import type { TraceTurn } from '../api/types.ts';
import { count, duration, plural, usd } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { Answer } from '../ui/states.tsx';

const MOST_EVENTS = 2000;

const Turn = ({
  turn,
  endMs,
  open,
}: {
  readonly turn: TraceTurn;
  readonly endMs: number;
  readonly open: boolean;
}) => (
  <li className="border-b border-line last:border-0">
    <details open={open}>
      <summary className="grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-3 px-4 py-2 text-sm sm:grid-cols-[4rem_minmax(0,1fr)_14rem]">
        <span className="font-medium">Turn {turn.step}</span>
        <span aria-hidden="true" className="relative h-4 rounded bg-sunken">
          <span
            className="absolute inset-y-0.5 rounded bg-bar"
            style={{
              left: `${(turn.startMs / endMs) * 100}%`,
              width: `max(2px, ${((turn.endMs - turn.startMs) / endMs) * 100}%)`,
            }}
          />
          {turn.calls.map((call) => (
            <span
              key={call.id}
              className={`absolute inset-y-0.5 rounded ${call.failed === true ? 'bg-fail-fill' : 'bg-pass-fill'}`}
              style={{
                left: `${(call.startMs / endMs) * 100}%`,
                width: `max(2px, ${(((call.endMs ?? endMs) - call.startMs) / endMs) * 100}%)`,
              }}
            />
          ))}
        </span>
        <span className="num text-right text-xs text-soft max-sm:col-span-2">
          {turn.tokens === null
            ? 'tokens not reported'
            : `${count(turn.tokens.input)} in, ${count(turn.tokens.output)} out`}
          {turn.costUsd !== null && `, ${usd(turn.costUsd)}`}
          {turn.calls.length > 0 && `, ${plural(turn.calls.length, 'call')}`}
        </span>
      </summary>
      <div className="space-y-3 px-4 pt-1 pb-4">
        {turn.text !== '' && <p className="text-sm wrap-anywhere whitespace-pre-wrap">{turn.text}</p>}
        {turn.calls.map((call) => (
          <div key={call.id} className="overflow-hidden rounded-md border border-line">
            <p className="flex flex-wrap items-baseline justify-between gap-2 bg-sunken px-3 py-1.5 text-sm">
              <code className="font-medium">{call.name}</code>
              <span className="num text-xs text-soft">
                {call.failed === true && <strong className="mr-2 text-fail">failed</strong>}
                {call.endMs === null ? 'no result' : duration(call.endMs - call.startMs)}
              </span>
            </p>
            <pre className="max-h-60 overflow-auto px-3 py-2 text-xs wrap-anywhere whitespace-pre-wrap">
              {call.input}
            </pre>
            {call.result !== null && (
              <pre className="max-h-60 overflow-auto border-t border-line px-3 py-2 text-xs wrap-anywhere whitespace-pre-wrap text-soft">
                {call.result}
              </pre>
            )}
          </div>
        ))}
      </div>
    </details>
  </li>
);

/** The agent at work: turns and tool calls on one time axis. */
export const TraceTimeline = ({ id }: { readonly id: string }) => {
  const query = useQuery(benchTraceQuery(id, 0, MOST_EVENTS));
  const [all, setAll] = useState(false);
  return (
    <Panel
      flush
      title="The agent's work"
      aside={
        <label className="flex items-center gap-1.5 text-sm">
          <input type="checkbox" checked={all} onChange={({ target }) => setAll(target.checked)} />
          Open all turns
        </label>
      }
    >
      <Answer query={query} what="the trace">
        {({ turns }) =>
          turns.length === 0 ? (
            <p className="p-4 text-sm text-faint">The agent reported no turns.</p>
          ) : (
            <ol>
              {turns.map((turn) => (
                <Turn
                  key={`${turn.step}-${turn.startMs}-${all}`}
                  turn={turn}
                  open={all}
                  endMs={Math.max(
                    ...turns.map(({ endMs, calls }) =>
                      Math.max(endMs, ...calls.map((call) => call.endMs ?? 0)),
                    ),
                    1,
                  )}
                />
              ))}
            </ol>
          )
        }
      </Answer>
    </Panel>
  );
};
