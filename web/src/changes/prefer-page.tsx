import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { diffQuery, patchQuery, preferencesQuery, runPath, statusQuery } from '../api/queries.ts';
import { post } from '../api/transport.ts';
import type { EvaluationRun, Preference } from '../api/types.ts';
import { useEvaluation } from '../run/use-run.ts';
import { Button } from '../ui/button.tsx';
import { NEEDS_TOKEN } from '../ui/needs-token.ts';
import { Panel } from '../ui/panel.tsx';
import { Prose } from '../ui/prose.tsx';
import { Answer, Empty, ErrorNote } from '../ui/states.tsx';
import { FileDiff } from './file-diff.tsx';

const route = getRouteApi('/runs/$run/prefer');
const SELECT = 'h-9 max-w-[14rem] min-w-0 rounded-md border border-line-strong bg-surface px-2 text-sm';

/** One side's whole change, file after file, without Hydra's findings: notes would give the candidate away. */
const Change = ({
  run,
  name,
  label,
  blind,
}: {
  readonly run: string;
  readonly name: string;
  readonly label: string;
  readonly blind: boolean;
}) => {
  const query = useQuery(diffQuery(run, { left: null, right: name }));
  return (
    <Panel flush title={blind ? label : `${label}: ${name}`}>
      <Answer query={query} what="the change">
        {({ files }) => (
          <div className="divide-y divide-line">
            {files.map((file) => (
              <div key={file.index}>
                <h3 className="bg-sunken px-3 py-1 font-mono text-xs break-all">{file.path}</h3>
                <FileDiff
                  label={`${label}: change of ${file.path}`}
                  file={blind ? { ...file, notes: [] } : file}
                  query={patchQuery(run, { left: null, right: name }, file.index)}
                  unified
                />
              </div>
            ))}
          </div>
        )}
      </Answer>
    </Panel>
  );
};

/** Blind: the sides are assigned at random, so that the order reveals nothing. */
const useLot = (a: string, b: string, blind: boolean): readonly [string, string] => {
  const [turned] = useState(() => Math.random() < 0.5);
  return blind && turned ? [b, a] : [a, b];
};

const Choice = ({
  run,
  a,
  b,
  blind,
}: {
  readonly run: EvaluationRun;
  readonly a: string;
  readonly b: string;
  readonly blind: boolean;
}) => {
  const client = useQueryClient();
  const status = useQuery(statusQuery);
  const [left, right] = useLot(a, b, blind);
  const [note, setNote] = useState('');
  const prefer = useMutation({
    mutationFn: async (preferred: string) =>
      await post<Preference>(`${runPath(run.run.id)}/preferences`, {
        preferred,
        over: preferred === left ? right : left,
        blind,
        ...(note === '' ? {} : { note }),
      }),
    onSuccess: async () =>
      await client.invalidateQueries({ queryKey: preferencesQuery(run.run.id).queryKey }),
  });
  const allowed = status.data?.canChange === true;
  const sides = [
    ['A', left],
    ['B', right],
  ] as const;
  return (
    <div className="space-y-4">
      <Panel>
        <div className="flex flex-wrap items-center gap-3">
          {sides.map(([label, name]) => (
            <Button
              key={label}
              look="primary"
              disabled={!allowed || prefer.isPending || prefer.isSuccess}
              onClick={() => prefer.mutate(name)}
            >
              I prefer {label}
            </Button>
          ))}
          <input
            aria-label="Why (optional)"
            placeholder="Why (optional)"
            maxLength={500}
            className="h-9 min-w-0 grow rounded-md border border-line-strong bg-surface px-2 text-sm placeholder:text-faint"
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </div>
        <p role="status" className="mt-2 text-sm text-soft">
          {prefer.data === undefined ? (
            <Prose text={allowed ? 'Hydra learns from it with `hydra tune`.' : NEEDS_TOKEN} />
          ) : (
            <span className="break-words">
              Recorded: you prefer <strong>{prefer.data.preferred}</strong> over{' '}
              <strong>{prefer.data.over}</strong>.
            </span>
          )}
        </p>
        {prefer.isError && <ErrorNote error={prefer.error} />}
      </Panel>
      <div className="grid gap-4 lg:grid-cols-2">
        {sides.map(([label, name]) => (
          <Change key={label} run={run.run.id} name={name} label={label} blind={blind && !prefer.isSuccess} />
        ))}
      </div>
    </div>
  );
};

export const PreferPage = () => {
  const run = useEvaluation();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [blind, setBlind] = useState(true);
  if (run === null) return <Empty title="This run has no candidates" />;
  const names = run.conclusion?.rankings.map(({ agent }) => agent) ?? [];
  const a = search.a ?? names[0];
  const b = search.b ?? names.find((name) => name !== a);
  if (a === undefined || b === undefined) return <Empty title="Preferring one takes two candidates" />;
  const pick = (side: 'a' | 'b', value: string) => (
    <select
      aria-label={side === 'a' ? 'First candidate' : 'Second candidate'}
      className={SELECT}
      value={value}
      onChange={({ target }) => void navigate({ search: { a, b, [side]: target.value }, replace: true })}
    >
      {names
        .filter((name) => name === value || name !== (side === 'a' ? b : a))
        .map((name) => (
          <option key={name}>{name}</option>
        ))}
    </select>
  );
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-3 text-sm">
        <h2 className="text-lg font-semibold">Which change is better?</h2>
        {pick('a', a)} <span className="text-soft">or</span> {pick('b', b)}
        <label className="ml-auto flex items-center gap-2">
          <input type="checkbox" checked={blind} onChange={({ target }) => setBlind(target.checked)} />
          Hide the names
        </label>
      </div>
      <Choice key={`${a}/${b}/${blind}`} run={run} a={a} b={b} blind={blind} />
    </div>
  );
};
