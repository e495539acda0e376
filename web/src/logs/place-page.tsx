import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import { placeQuery } from '../api/queries.ts';
import { useRunId } from '../run/use-run.ts';
import { Answer, Empty } from '../ui/states.tsx';

const route = getRouteApi('/runs/$run/place');

/** Leads to the line of a log that a number comes from. */
export const PlacePage = () => {
  const run = useRunId();
  const { source = '', check = '', find = '', or } = route.useSearch();
  const query = useQuery(placeQuery(run, { source, check, find, or }));
  const title = `${source}: ${check}`;
  return (
    <Answer query={query} what="the line">
      {({ digest, line, reason }) =>
        digest !== null && line !== null ? (
          <Navigate
            to="/runs/$run/logs/$digest"
            params={{ run, digest }}
            search={{ line: line + 1, title }}
            replace
          />
        ) : (
          <Empty title="No line of a log contains this">
            <p className="wrap-anywhere">{find}</p>
            <p className="break-words">{reason}</p>
            {digest !== null && (
              <Link to="/runs/$run/logs/$digest" params={{ run, digest }} search={{ title }} className="link">
                Open the log
              </Link>
            )}
          </Empty>
        )
      }
    </Answer>
  );
};
