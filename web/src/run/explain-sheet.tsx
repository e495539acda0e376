import { useQuery } from '@tanstack/react-query';
import { candidateQuery } from '../api/queries.ts';
import type { Conclusion, EvaluationRun } from '../api/types.ts';
import { Dialog } from '../ui/dialog.tsx';
import { percent, score, words } from '../ui/format.ts';
import { Answer } from '../ui/states.tsx';
import { DimensionDetail, LikelihoodDetail, TotalDetail } from './explanation.tsx';

/** The number to explain. */
export type Explained =
  | { readonly about: 'candidate'; readonly name: string; readonly key: string }
  | { readonly about: 'stability' };

const StabilityDetail = ({ stability }: { readonly stability: NonNullable<Conclusion['stability']> }) => {
  const lines = [
    ['All variations', stability.share],
    ['Other weights', stability.weights],
    ['One dimension left out', stability.dimensions],
    ['One test left out', stability.tests],
  ] as const;
  return (
    <div className="space-y-4">
      <p className="text-soft">
        Hydra decides again under small variations. Stability is the share of them in which the same candidate
        wins.
      </p>
      <dl className="divide-y divide-line rounded-md border border-line">
        {lines.map(([name, share]) => (
          <div key={name} className="flex justify-between gap-4 px-3 py-2">
            <dt>{name}</dt>
            <dd className="num font-medium">
              {share === null ? (
                <span className="font-normal text-faint">no single test decides, or there are too many</span>
              ) : (
                percent(share)
              )}
            </dd>
          </div>
        ))}
      </dl>
      {stability.hinges.length > 0 && (
        <div>
          <h3 className="text-sm font-semibold">The decision hinges on</h3>
          <ul className="list-disc pl-5 break-words text-soft">
            {stability.hinges.map((hinge) => (
              <li key={hinge}>{hinge}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
};

const CandidateDetail = ({
  run,
  name,
  of,
}: {
  readonly run: EvaluationRun;
  readonly name: string;
  readonly of: string;
}) => {
  const query = useQuery(candidateQuery(run.run.id, name));
  return (
    <Answer query={query} what="the explanation">
      {({ explanation }) => {
        if (explanation === null)
          return <p className="text-soft">There is no score to explain: the candidate was not ranked.</p>;
        if (of === 'likelihood') return <LikelihoodDetail likelihood={explanation.likelihood} />;
        const dimension = explanation.dimensions.find(({ key }) => key === of);
        return dimension === undefined ? (
          <TotalDetail run={run.run.id} explanation={explanation} />
        ) : (
          <DimensionDetail
            run={run.run.id}
            dimension={dimension}
            term={explanation.total.terms.find((term) => term.dimension === of)}
          />
        );
      }}
    </Answer>
  );
};

const titleOf = (explained: Explained, conclusion: Conclusion): string => {
  if (explained.about === 'stability') return 'Stability';
  const { name, key } = explained;
  const ranking = conclusion.rankings.find(({ agent }) => agent === name);
  if (key === 'likelihood') return `${name}: how probably it is right`;
  const value = key === 'total' ? ranking?.total : ranking?.breakdown[key];
  return `${name}: ${words(key)} ${score(value ?? null)}`;
};

export const ExplainSheet = ({
  run,
  conclusion,
  explained,
  onClose,
}: {
  readonly run: EvaluationRun;
  readonly conclusion: Conclusion;
  readonly explained: Explained | null;
  readonly onClose: () => void;
}) => (
  <Dialog
    as="sheet"
    open={explained !== null}
    onClose={onClose}
    title={explained === null ? '' : titleOf(explained, conclusion)}
  >
    {explained?.about === 'stability' && conclusion.stability !== undefined && (
      <StabilityDetail stability={conclusion.stability} />
    )}
    {explained?.about === 'candidate' && (
      <CandidateDetail run={run} name={explained.name} of={explained.key} />
    )}
  </Dialog>
);
