import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { post } from '../api/transport.ts';
import type { Status } from '../api/types.ts';
import { Button } from '../ui/button.tsx';
import { NEEDS_TOKEN } from '../ui/needs-token.ts';
import { Command } from '../ui/copy.tsx';
import { Prose } from '../ui/prose.tsx';
import { ErrorNote } from '../ui/states.tsx';

const STEPS = [
  ['Run the same checks', 'on the base and on every candidate, in a sandbox.'],
  ['Look for cheats', 'and for proof: tests that fail without the change and pass with it.'],
  ['Rank and decide', 'and show for each number where it comes from.'],
] as const;

const demoRefusal = (status: Status | undefined): string | null => {
  if (status === undefined) return null;
  if (!status.demo.offered) return status.demo.reason;
  return status.canChange ? null : NEEDS_TOKEN;
};

export const FirstRun = ({ status }: { readonly status: Status | undefined }) => {
  const navigate = useNavigate();
  const demo = useMutation({
    mutationFn: async () => await post<{ readonly run: string }>('/api/demo', {}),
    onSuccess: async ({ run }) => await navigate({ to: '/runs/$run', params: { run } }),
  });
  const refusal = demoRefusal(status);
  return (
    <div className="mx-auto max-w-3xl space-y-8 rounded-lg border border-line bg-surface px-5 py-10 sm:px-10">
      <div className="space-y-2 text-center">
        <h2 className="text-2xl font-semibold tracking-tight">Many heads, one verdict</h2>
        <p className="mx-auto max-w-prose text-soft">
          Give Hydra several changes for the same task, by people, agents or models. It decides by evidence
          which one to merge. There is no run here yet.
        </p>
      </div>
      <ol className="grid gap-4 sm:grid-cols-3">
        {STEPS.map(([title, text], index) => (
          <li key={title} className="rounded-md bg-sunken p-4">
            <p className="font-medium">
              <span className="num mr-1.5 text-accent">{index + 1}</span>
              {title}
            </p>
            <p className="text-sm text-soft">{text}</p>
          </li>
        ))}
      </ol>
      <div className="flex flex-col items-center gap-3 text-center">
        <Button
          look="primary"
          className="min-h-10 px-5 text-base"
          disabled={refusal !== null || demo.isPending}
          aria-describedby="demo-note"
          onClick={() => demo.mutate()}
        >
          {demo.isPending ? 'Starting…' : 'Watch the demo'}
        </Button>
        <p id="demo-note" className="text-sm text-faint">
          <Prose
            text={
              refusal ?? 'Eight candidates for a small shop, honest and dishonest ones; about half a minute.'
            }
          />
        </p>
        {demo.isError && <ErrorNote error={demo.error} />}
      </div>
      <div className="space-y-2 border-t border-line pt-6 text-center text-sm text-soft">
        <p>Or evaluate your own changes, one patch file per candidate:</p>
        <Command text="hydra evaluate --base main --candidates patches/ --web" />
      </div>
    </div>
  );
};
