import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { candidateQuery, runPath, statusQuery } from '../api/queries.ts';
import { post } from '../api/transport.ts';
import type { CandidateDetail } from '../api/types.ts';
import { Button } from '../ui/button.tsx';
import { dateTime } from '../ui/format.ts';
import { NEEDS_TOKEN } from '../ui/needs-token.ts';
import { Panel } from '../ui/panel.tsx';
import { Prose } from '../ui/prose.tsx';
import { ErrorNote } from '../ui/states.tsx';

/** Whether it was right in the end; recorded to measure Hydra by. */
export const OutcomeButtons = ({
  run,
  detail,
}: {
  readonly run: string;
  readonly detail: CandidateDetail;
}) => {
  const client = useQueryClient();
  const status = useQuery(statusQuery);
  const record = useMutation({
    mutationFn: async (right: boolean) =>
      await post(`${runPath(run)}/outcomes`, { candidate: detail.name, right }),
    onSuccess: async () =>
      await client.invalidateQueries({ queryKey: candidateQuery(run, detail.name).queryKey }),
  });
  const allowed = status.data?.canChange === true;
  return (
    <Panel title="How did it turn out?">
      <div className="space-y-3 text-sm">
        <p className="text-soft">
          {detail.outcome === null
            ? 'Record it once you know: `hydra lab` and `hydra tune` learn from it.'
                .split('`')
                .map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part))
            : `Recorded as ${detail.outcome.right ? 'right' : 'wrong'} on ${dateTime(detail.outcome.at)}.`}
        </p>
        <p className="flex gap-2">
          <Button disabled={!allowed || record.isPending} onClick={() => record.mutate(true)}>
            It was right
          </Button>
          <Button disabled={!allowed || record.isPending} onClick={() => record.mutate(false)}>
            It was wrong
          </Button>
        </p>
        {!allowed && (
          <p className="text-faint">
            <Prose text={NEEDS_TOKEN} />
          </p>
        )}
        {record.isError && <ErrorNote error={record.error} />}
      </div>
    </Panel>
  );
};
