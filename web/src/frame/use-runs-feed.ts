import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { openFeed } from '../api/feed.ts';
import { report } from '../api/transport.ts';

/** Keeps the list of runs fresh and shows whether the server answers. After an outage everything shown is reloaded. */
export const useRunsFeed = (): boolean => {
  const client = useQueryClient();
  const [connected, setConnected] = useState(true);
  useEffect(() => {
    if (report !== null) return undefined;
    let lost = false;
    return openFeed({
      address: () => '/api/runs/changes',
      events: {
        runs: () =>
          void client.invalidateQueries({
            predicate: ({ queryKey: [path] }) =>
              path === '/api/status' || path === '/api/runs' || String(path).startsWith('/api/runs?'),
          }),
      },
      onState: (now) => {
        setConnected(now);
        if (now && lost) void client.invalidateQueries();
        lost = !now;
      },
    });
  }, [client]);
  return connected;
};
