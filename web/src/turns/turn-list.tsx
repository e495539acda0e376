import type { TraceTurn } from '../api/types.ts';
import { count, duration, plural, usd } from '../ui/format.ts';

/** One turn on the time axis of its run; open it for its text and calls. */
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

const lastMoment = (turns: readonly TraceTurn[]): number =>
  Math.max(1, ...turns.map(({ endMs, calls }) => Math.max(endMs, ...calls.map((call) => call.endMs ?? 0))));

/** An agent's turns as a list. */
export const TurnList = ({
  turns,
  open,
}: {
  readonly turns: readonly TraceTurn[];
  readonly open: boolean;
}) => {
  const endMs = lastMoment(turns);
  return (
    <ol>
      {turns.map((turn) => (
        <Turn key={`${turn.step}-${turn.startMs}-${open}`} turn={turn} open={open} endMs={endMs} />
      ))}
    </ol>
  );
};
