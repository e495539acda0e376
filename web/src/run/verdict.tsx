import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { report } from '../api/transport.ts';
import type { Conclusion, EvaluationRun } from '../api/types.ts';
import { buttonClass } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { percent } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Prose, sentence } from '../ui/prose.tsx';
import type { Explained } from './explain-sheet.tsx';

/** Runs from before decisions existed only have a winner. */
const decisionOf = ({ decision, winner }: Conclusion): NonNullable<Conclusion['decision']> =>
  decision ?? {
    kind: winner === null ? 'none' : 'winner',
    candidates: winner === null ? [] : [winner],
    reason: winner === null ? 'No candidate is mergeable.' : '',
    settle: [],
    model: '',
  };

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-xs text-faint">{name}</dt>
    <dd className="text-sm break-words">{children}</dd>
  </div>
);

const NUMBER_BUTTON =
  'num underline decoration-dotted decoration-line-strong underline-offset-4 hover:decoration-accent hover:text-accent';

const Facts = ({
  run,
  conclusion: { evidence_strength, stability, base_health },
  onExplain,
}: {
  readonly run: EvaluationRun;
  readonly conclusion: Conclusion;
  readonly onExplain: (what: Explained) => void;
}) => (
  <dl className="grid gap-4 border-t border-line px-4 py-3 sm:grid-cols-2 sm:px-5 lg:grid-cols-4">
    <Fact name="Evidence">
      {evidence_strength === undefined ? (
        <span className="text-faint">not rated</span>
      ) : (
        <>
          <Chip tone={evidence_strength.level === 'strong' ? 'accent' : 'warn'}>
            {evidence_strength.level}
          </Chip>{' '}
          <span className="text-soft">{evidence_strength.reasons.join('; ')}</span>
        </>
      )}
    </Fact>
    <Fact name="Stability">
      {stability === undefined ? (
        <span className="text-faint">not rated: there is no winner</span>
      ) : (
        <>
          <button type="button" className={NUMBER_BUTTON} onClick={() => onExplain({ about: 'stability' })}>
            {percent(stability.share)}
          </button>{' '}
          <span className="text-soft">of the variations keep the winner</span>
        </>
      )}
    </Fact>
    <Fact name="Base">
      {base_health === undefined ? <span className="text-faint">not examined</span> : base_health.sentence}
    </Fact>
    <Fact name="Isolation">
      {run.isolation === null ? (
        <span className="text-faint">unknown</span>
      ) : (
        <span title={run.isolation.detail}>
          {run.isolation.level === 'degraded' ? <Chip tone="warn">degraded</Chip> : run.isolation.level}{' '}
          {run.isolation.level === 'degraded' && <span className="text-soft">{run.isolation.detail}</span>}
        </span>
      )}
    </Fact>
  </dl>
);

const Actions = ({
  run,
  names,
  kind,
}: {
  readonly run: EvaluationRun;
  readonly names: readonly string[];
  readonly kind: string;
}) => {
  const [first, second] = names;
  if (first === undefined) return null;
  return (
    <p className="flex flex-wrap gap-2">
      {kind === 'winner' && report === null && (
        <Link
          to="/runs/$run/merge/$name"
          params={{ run: run.run.id, name: first }}
          className={buttonClass('primary')}
        >
          Merge…
        </Link>
      )}
      {kind === 'leaning' && second !== undefined && report === null && (
        <Link
          to="/runs/$run/prefer"
          params={{ run: run.run.id }}
          search={{ a: first, b: second }}
          className={buttonClass('primary')}
        >
          Compare and choose
        </Link>
      )}
      <Link
        to="/runs/$run/changes"
        params={{ run: run.run.id }}
        search={{ right: first }}
        className={buttonClass()}
      >
        See the change
      </Link>
      <Link
        to="/runs/$run/candidates/$name"
        params={{ run: run.run.id, name: first }}
        className={buttonClass()}
      >
        All about it
      </Link>
    </p>
  );
};

const headline = (kind: string, names: readonly string[]): ReactNode => {
  const shown = names.map((name) => (
    <span key={name} className="text-accent">
      {name}
    </span>
  ));
  if (kind === 'winner') return <>Merge {shown}</>;
  if (kind === 'leaning')
    return (
      <>
        Undecided between{' '}
        {shown.flatMap((name, at) => (at === 0 ? [name] : [at === shown.length - 1 ? ' and ' : ', ', name]))}
      </>
    );
  return 'Merge none of them';
};

export const Verdict = ({
  run,
  conclusion,
  onExplain,
}: {
  readonly run: EvaluationRun;
  readonly conclusion: Conclusion;
  readonly onExplain: (what: Explained) => void;
}) => {
  const decision = decisionOf(conclusion);
  const why = conclusion.why ?? [];
  const reason = `${sentence(decision.reason).replace(/[.]$/, '')}.`;
  return (
    <section aria-label="Verdict" className="overflow-hidden rounded-lg border border-line bg-surface">
      <div className="space-y-3 border-l-4 border-accent p-4 sm:p-5">
        <h2 className="flex items-start gap-2.5 text-xl font-semibold break-words sm:text-2xl">
          <Icon name={decision.kind === 'winner' ? 'crown' : 'warn'} className="mt-1 size-6 text-accent" />
          <span className="min-w-0">{headline(decision.kind, decision.candidates)}</span>
        </h2>
        <div className="max-w-prose space-y-1 text-soft">
          {decision.reason !== '' && !why.includes(reason) && (
            <p>
              <Prose text={reason} />
            </p>
          )}
          {why.map((text) => (
            <p key={text}>
              <Prose text={text} />
            </p>
          ))}
        </div>
        {decision.settle.length > 0 && (
          <div className="text-sm">
            <p className="font-medium">What would settle it</p>
            <ul className="list-disc pl-5 text-soft">
              {decision.settle.map((step) => (
                <li key={step}>
                  <Prose text={step} />
                </li>
              ))}
            </ul>
          </div>
        )}
        <Actions run={run} names={decision.candidates} kind={decision.kind} />
      </div>
      <Facts run={run} conclusion={conclusion} onExplain={onExplain} />
    </section>
  );
};
