import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { runPath, statusQuery } from '../api/queries.ts';
import { post } from '../api/transport.ts';
import type { EvaluationRun, MergeAnswer, Tree } from '../api/types.ts';
import { Button } from '../ui/button.tsx';
import { plural } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { NEEDS_TOKEN } from '../ui/needs-token.ts';
import { Panel } from '../ui/panel.tsx';
import { Prose } from '../ui/prose.tsx';
import { Empty, ErrorNote } from '../ui/states.tsx';
import { FlagList } from './flag-list.tsx';
import { useEvaluation } from './use-run.ts';

const route = getRouteApi('/runs/$run/merge/$name');

const HOW: Readonly<Record<string, string>> = {
  fast: 'The branch has not moved: the result is exactly what was evaluated.',
  'three-way':
    'The branch has moved on: this is a three-way merge, and the result was not evaluated as a whole.',
};

const Planned = ({ run, answer }: { readonly run: EvaluationRun; readonly answer: MergeAnswer }) => {
  const { outcome } = answer;
  const files = outcome.files ?? [];
  if (outcome.status === 'conflict')
    return (
      <div className="space-y-2 rounded-md bg-fail-soft p-4">
        <p className="font-medium text-fail">
          It conflicts with the current state of {outcome.branch ?? 'the branch'}.
        </p>
        <ul className="list-disc pl-5 font-mono text-xs break-all">
          {files.map((file) => (
            <li key={file}>{file}</li>
          ))}
        </ul>
      </div>
    );
  return (
    <div className="space-y-3">
      <p>
        Would merge <strong className="break-words">{answer.candidate}</strong> into{' '}
        <code>{outcome.branch ?? 'the branch'}</code>, {plural(files.length, 'file')}.{' '}
        <span className="text-soft">{HOW[outcome.how ?? ''] ?? ''}</span>
      </p>
      <ul className="max-h-48 overflow-y-auto rounded-md bg-sunken px-3 py-2 font-mono text-xs break-all">
        {files.map((file) => (
          <li key={file}>{file}</li>
        ))}
      </ul>
      {answer.capabilities.length > 0 && (
        <Panel flush title="The merged code can do what the base could not">
          <FlagList
            run={run.run.id}
            name={answer.candidate}
            flags={answer.capabilities}
            kinds={run.flagKinds}
          />
        </Panel>
      )}
    </div>
  );
};

const Merged = ({ answer }: { readonly answer: MergeAnswer }) => (
  <div role="status" className="flex items-start gap-3 rounded-md bg-accent-soft p-4">
    <Icon name="check" className="mt-0.5 size-5 text-accent" />
    <p className="min-w-0">
      <strong className="break-words">{answer.candidate}</strong> is merged into{' '}
      <code>{answer.outcome.branch}</code> as <code className="break-all">{answer.outcome.commit}</code>.
    </p>
  </div>
);

const Consents = ({
  run,
  ids,
  given,
  onChange,
}: {
  readonly run: EvaluationRun;
  readonly ids: readonly string[];
  readonly given: readonly string[];
  readonly onChange: (given: readonly string[]) => void;
}) => (
  <fieldset className="space-y-2 rounded-md border border-line p-4">
    <legend className="px-1 text-sm font-medium">Allow what you looked at</legend>
    {ids.map((id) => (
      <label key={id} className="flex items-start gap-2 text-sm">
        <input
          type="checkbox"
          className="mt-1"
          checked={given.includes(id)}
          onChange={({ target }) =>
            onChange(target.checked ? [...given, id] : given.filter((other) => other !== id))
          }
        />
        <span>
          {run.flagKinds[id]?.title ?? id} <span className="text-soft">{run.flagKinds[id]?.meaning}</span>
        </span>
      </label>
    ))}
  </fieldset>
);

type Body = { readonly candidate: string; readonly allow?: readonly string[]; readonly allowDegraded?: true };

const Steps = ({ run, tree }: { readonly run: EvaluationRun; readonly tree: Tree }) => {
  const [given, setGiven] = useState<readonly string[]>([]);
  const [degraded, setDegraded] = useState(false);
  const { consents = [], degraded: needsDegraded = false } = tree.merge ?? {};
  const body: Body = {
    candidate: tree.name,
    ...(given.length === 0 ? {} : { allow: given }),
    ...(degraded ? { allowDegraded: true } : {}),
  };
  const path = `${runPath(run.run.id)}/merge`;
  const dry = useMutation({
    mutationFn: async () => await post<MergeAnswer>(path, { ...body, dryRun: true }),
  });
  const real = useMutation({
    mutationFn: async (confirm: string) => await post<MergeAnswer>(path, { ...body, dryRun: false, confirm }),
    onError: () => dry.reset(),
  });
  const ready = consents.every((id) => given.includes(id)) && (!needsDegraded || degraded);
  const confirm = dry.data?.confirm ?? null;
  if (real.data !== undefined) return <Merged answer={real.data} />;
  return (
    <div className="space-y-4">
      {consents.length > 0 && (
        <Consents
          run={run}
          ids={consents}
          given={given}
          onChange={(next) => {
            setGiven(next);
            dry.reset();
          }}
        />
      )}
      {needsDegraded && (
        <label className="flex items-start gap-2 text-sm">
          <input
            type="checkbox"
            className="mt-1"
            checked={degraded}
            onChange={({ target }) => {
              setDegraded(target.checked);
              dry.reset();
            }}
          />
          The checks ran without a sandbox. Merge anyway.
        </label>
      )}
      {real.isError && <ErrorNote error={real.error} />}
      {dry.isError && <ErrorNote error={dry.error} />}
      {dry.data !== undefined && <Planned run={run} answer={dry.data} />}
      <p className="flex flex-wrap gap-2">
        <Button
          look={confirm === null ? 'primary' : 'plain'}
          disabled={!ready || dry.isPending}
          onClick={() => dry.mutate()}
        >
          {dry.data === undefined ? 'Try it first' : 'Try again'}
        </Button>
        {confirm !== null && (
          <Button look="primary" disabled={real.isPending} onClick={() => real.mutate(confirm)}>
            {real.isPending ? 'Merging…' : `Merge into ${dry.data?.outcome.branch ?? 'the branch'}`}
          </Button>
        )}
      </p>
      <p className="text-sm text-faint">
        {confirm === null
          ? 'A dry run changes nothing: it says what would be merged, and whether it conflicts.'
          : 'This writes one commit to your repository.'}
      </p>
    </div>
  );
};

export const MergePage = () => {
  const { name } = route.useParams();
  const run = useEvaluation();
  const status = useQuery(statusQuery);
  const tree = run?.candidates.find((one) => one.name === name);
  if (run === null || tree === undefined) return <Empty title="There is no such candidate in this run" />;
  const reason =
    tree.merge?.allowed === true
      ? status.data?.canChange === false
        ? NEEDS_TOKEN
        : null
      : (tree.merge?.reason ?? 'The run has not finished.');
  return (
    <div className="mx-auto max-w-3xl">
      <Panel title={<span className="break-words">Merge {name}</span>}>
        {reason === null ? (
          <Steps run={run} tree={tree} />
        ) : (
          <div className="space-y-4">
            <p className="flex items-start gap-2">
              <Icon name="block" className="mt-1 text-fail" />
              <span className="min-w-0 break-words">
                <Prose text={reason} />
              </span>
            </p>
            <p className="flex flex-wrap items-center gap-3">
              <Button disabled>Merge</Button>
              <Link
                to="/runs/$run/candidates/$name"
                params={{ run: run.run.id, name }}
                className="link text-sm"
              >
                Why: all about {name}
              </Link>
            </p>
          </div>
        )}
      </Panel>
    </div>
  );
};
