import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProbedCall, ProbeOutcome, Probes } from '../../../src/core/domain/evidence/probes.ts';
import { probesQuery } from '../api/queries.ts';
import type { ProbesAnswer } from '../api/types.ts';
import { Chip, type Tone } from '../ui/chip.tsx';
import { count, plural } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { Prose } from '../ui/prose.tsx';
import { Answer, Empty } from '../ui/states.tsx';
import { useEvaluation } from './use-run.ts';

const KINDS: Readonly<Record<ProbeOutcome['kind'], readonly [Tone, string]>> = {
  returned: ['pass', 'returns'],
  threw: ['fail', 'throws'],
  timeout: ['warn', 'hangs'],
  missing: ['neutral', 'has no such function'],
  unstable: ['warn', 'is unstable'],
};

const HOW = { error: 'returns an error', panic: 'panics' } as const;

const Names = ({ names }: { readonly names: readonly string[] }) => (
  <span className="flex min-w-0 flex-wrap gap-1">
    {names.map((name) => (
      <Chip key={name} tone={name === 'baseline' ? 'neutral' : 'accent'}>
        <span className="min-w-0 break-all whitespace-normal">{name === 'baseline' ? 'base' : name}</span>
      </Chip>
    ))}
  </span>
);

const Outcome = ({ outcome }: { readonly outcome: ProbeOutcome }) => {
  const [tone, word] = KINDS[outcome.kind];
  return (
    <div className="grid gap-1.5 border-t border-line px-4 py-2 sm:grid-cols-[minmax(0,16rem)_minmax(0,1fr)] sm:gap-4">
      <Names names={outcome.names} />
      <p className="min-w-0 text-sm">
        <Chip tone={tone}>{outcome.how === undefined ? word : HOW[outcome.how]}</Chip>{' '}
        <code className="text-xs wrap-anywhere">
          {outcome.type !== '' && `${outcome.type}: `}
          {outcome.text}
        </code>
      </p>
    </div>
  );
};

const Call = ({ call }: { readonly call: ProbedCall }) => (
  <li className="overflow-hidden rounded-lg border border-line bg-surface [contain-intrinsic-size:auto_9rem] [content-visibility:auto]">
    <div className="space-y-1 px-4 py-3">
      <p className="font-mono text-sm font-medium wrap-anywhere">{call.call}</p>
      <p className="text-xs wrap-anywhere text-faint">
        {call.origin === 'observed' ? 'observed in' : 'varied from'} tests of{' '}
        {call.from === 'baseline' ? 'the base' : call.from}
        {call.parent !== undefined && (
          <>
            , from <code>{call.parent.call}</code>
          </>
        )}
      </p>
    </div>
    {call.outcomes.map((outcome) => (
      <Outcome key={outcome.names.join('/')} outcome={outcome} />
    ))}
  </li>
);

/** Candidates that answer every call alike. */
const Alike = ({ groups }: { readonly groups: ProbesAnswer['alike'] }) => (
  <Panel title={groups.length === 1 ? 'All behave alike' : `${groups.length} ways to behave`}>
    <ul className="flex flex-wrap gap-x-6 gap-y-2">
      {groups.map(({ names }) => (
        <li key={names.join('/')} className="min-w-0">
          <Names names={names} />
        </li>
      ))}
    </ul>
  </Panel>
);

const Shown = ({ probes, alike }: { readonly probes: Probes; readonly alike: ProbesAnswer['alike'] }) => {
  const [chosen, setChosen] = useState('');
  const functions = [...new Set(probes.calls.map((call) => call.function))];
  const calls = probes.calls.filter((call) => chosen === '' || call.function === chosen);
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-3">
        <p className="num text-sm text-soft">
          {plural(probes.played, 'call')} played on every tree, {count(probes.alike)} alike
          {probes.unstable > 0 && `, ${count(probes.unstable)} unstable`}.
        </p>
        {functions.length > 1 && (
          <select
            aria-label="Function"
            className="h-9 max-w-full rounded-md border border-line-strong bg-surface px-2 text-sm"
            value={chosen}
            onChange={({ target }) => setChosen(target.value)}
          >
            <option value="">All functions</option>
            {functions.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
      </div>
      {alike.length > 0 && <Alike groups={alike} />}
      {calls.length === 0 ? (
        <Empty title="No call distinguishes the candidates">
          <p>Every call that was played gave the same result everywhere.</p>
        </Empty>
      ) : (
        <ul className="space-y-3">
          {calls.map((call) => (
            <Call key={`${call.function}/${call.call}`} call={call} />
          ))}
        </ul>
      )}
      {probes.leftovers.length > 0 && (
        <Panel flush title="Scripts that candidates left behind, run on every tree">
          {probes.leftovers.map((left) => (
            <div key={`${left.author}/${left.path}`} className="border-t border-line first:border-0">
              <p className="px-4 py-2 text-sm break-words">
                <code>{left.path}</code> by {left.author}
              </p>
              {left.outcomes.map((outcome) => (
                <div
                  key={outcome.names.join('/')}
                  className="grid gap-1.5 px-4 py-2 sm:grid-cols-[minmax(0,16rem)_minmax(0,1fr)] sm:gap-4"
                >
                  <Names names={outcome.names} />
                  <p className="text-sm">
                    {outcome.kind}
                    {outcome.exitCode !== null && `, exit ${outcome.exitCode}`}{' '}
                    <code className="text-xs wrap-anywhere">{outcome.text}</code>
                  </p>
                </div>
              ))}
            </div>
          ))}
        </Panel>
      )}
      {probes.notes.map((note) => (
        <p key={note} className="text-sm break-words text-faint">
          <Prose text={note} />
        </p>
      ))}
    </div>
  );
};

export const BehaviourPage = () => {
  const run = useEvaluation();
  const section = run?.sections.probes;
  const query = useQuery({ ...probesQuery(run?.run.id ?? ''), enabled: section?.available === true });
  if (run === null || section === undefined) return <Empty title="This run has no candidates" />;
  if (!section.available)
    return (
      <Empty title="Behaviour was not compared">
        <p>
          <Prose text={section.reason} />
        </p>
      </Empty>
    );
  return (
    <Answer query={query} what="the behaviour">
      {({ probes, alike }) =>
        probes.known ? (
          <Shown probes={probes.value} alike={alike} />
        ) : (
          <Empty title="Behaviour was not compared">
            <p>
              <Prose text={probes.reason} />
            </p>
          </Empty>
        )
      }
    </Answer>
  );
};
