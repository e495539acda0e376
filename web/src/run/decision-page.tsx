import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { whatIfQuery } from '../api/queries.ts';
import { report } from '../api/transport.ts';
import type { Conclusion, EvaluationRun } from '../api/types.ts';
import { Panel } from '../ui/panel.tsx';
import { Prose } from '../ui/prose.tsx';
import { ErrorNote } from '../ui/states.tsx';
import { type Explained, ExplainSheet } from './explain-sheet.tsx';
import { RankingTable } from './ranking-table.tsx';
import { Verdict } from './verdict.tsx';
import { type Weights, WhatIfPanel } from './what-if.tsx';

const Remarks = ({ conclusion }: { readonly conclusion: Conclusion }) => {
  const { rejected, notes, quarantined = [], excused = [] } = conclusion;
  if (rejected.length + notes.length + quarantined.length + excused.length === 0) return null;
  return (
    <Panel title="Also to know">
      <ul className="space-y-2 text-sm">
        {rejected.map(({ agent, reason }) => (
          <li key={`r-${agent}`} className="break-words">
            <strong className="font-medium">{agent}</strong> could not be applied: {reason}
          </li>
        ))}
        {notes.map((note) => (
          <li key={note} className="break-words text-soft">
            <Prose text={note} />
          </li>
        ))}
        {quarantined.length > 0 && (
          <li>
            Flaky on the base, so they count for no candidate:{' '}
            <span className="break-words text-soft">{quarantined.join(', ')}</span>
          </li>
        )}
        {excused.length > 0 && (
          <li>
            Contested: most candidates break them in the same way, so they count for none:{' '}
            <span className="break-words text-soft">{excused.join(', ')}</span>
          </li>
        )}
      </ul>
    </Panel>
  );
};

export const DecisionPage = ({
  run,
  conclusion,
}: {
  readonly run: EvaluationRun;
  readonly conclusion: Conclusion;
}) => {
  const [weights, setWeights] = useState<Weights | null>(null);
  const [explained, setExplained] = useState<Explained | null>(null);
  const asked = useDeferredValue(weights);
  const whatIf = useQuery({
    ...whatIfQuery(run.run.id, asked ?? {}),
    enabled: asked !== null,
    placeholderData: (previous) => previous,
  });
  const answer = weights === null ? undefined : whatIf.data;
  return (
    <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="min-w-0 space-y-5">
        <Verdict run={run} conclusion={conclusion} onExplain={setExplained} />
        {whatIf.isError && weights !== null && <ErrorNote error={whatIf.error} />}
        <RankingTable
          run={run}
          conclusion={answer?.conclusion ?? conclusion}
          moved={answer?.moved ?? []}
          hypothetical={answer !== undefined}
          onExplain={setExplained}
        />
        <Remarks conclusion={conclusion} />
      </div>
      <div className="min-w-0">
        {report === null ? (
          <WhatIfPanel
            run={run}
            conclusion={conclusion}
            weights={weights}
            onWeights={setWeights}
            answer={answer}
          />
        ) : (
          <Panel title="Try other weights">
            <p className="text-sm text-soft">
              Other weights are tried out by Hydra itself. Open the run with{' '}
              <code className="break-all">hydra show {run.run.id} --web</code>.
            </p>
          </Panel>
        )}
      </div>
      <ExplainSheet
        run={run}
        conclusion={conclusion}
        explained={explained}
        onClose={() => setExplained(null)}
      />
    </div>
  );
};
