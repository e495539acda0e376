import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { benchTraceQuery } from '../api/queries.ts';
import { TurnList } from '../turns/turn-list.tsx';
import { Panel } from '../ui/panel.tsx';
import { Answer } from '../ui/states.tsx';

const MOST_EVENTS = 2000;

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
            <TurnList turns={turns} open={all} />
          )
        }
      </Answer>
    </Panel>
  );
};
