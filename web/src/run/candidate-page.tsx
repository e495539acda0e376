import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { candidateQuery } from '../api/queries.ts';
import { report } from '../api/transport.ts';
import type { CandidateDetail, EvaluationRun, Tree } from '../api/types.ts';
import { buttonClass } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { percent, plural, score, words } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Value } from '../ui/measured.tsx';
import { Panel } from '../ui/panel.tsx';
import { Answer, Empty } from '../ui/states.tsx';
import { CheckTable } from './check-table.tsx';
import { LikelihoodDetail, TotalDetail } from './explanation.tsx';
import { FindingList } from './finding-list.tsx';
import { FlagList } from './flag-list.tsx';
import { OutcomeButtons } from './outcome-buttons.tsx';
import { Origin } from './origin.tsx';
import { useEvaluation } from './use-run.ts';

const route = getRouteApi('/runs/$run/candidates/$name');

/** A candidate that became a tree. */
type Applied = CandidateDetail & { readonly tree: Tree };

const isApplied = (detail: CandidateDetail): detail is Applied => detail.tree !== null;

const Neighbours = ({ run, name }: { readonly run: EvaluationRun; readonly name: string }) => {
  const names = run.conclusion?.rankings.map(({ agent }) => agent) ?? [];
  const at = names.indexOf(name);
  const beside = [
    ['Better', names[at - 1]],
    ['Worse', names[at + 1]],
  ] as const;
  return beside.map(([label, other]) =>
    other === undefined || at === -1 ? null : (
      <Link
        key={label}
        to="/runs/$run/candidates/$name"
        params={{ run: run.run.id, name: other }}
        className={buttonClass('quiet')}
      >
        <Icon name={label === 'Better' ? 'up' : 'down'} className="size-3.5" />
        <span className="max-w-40 truncate">{other}</span>
      </Link>
    ),
  );
};

const Head = ({ run, detail }: { readonly run: EvaluationRun; readonly detail: Applied }) => {
  const { name, ranking, tree } = detail;
  const place = run.conclusion?.rankings.findIndex(({ agent }) => agent === name) ?? -1;
  return (
    <header className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-xl font-semibold break-words">
          {place >= 0 && <span className="num mr-2 text-faint">{place + 1}.</span>}
          {name}
        </h2>
        {ranking !== null && (
          <span className="num text-xl font-semibold text-accent">{score(ranking.total)}</span>
        )}
        {ranking?.mergeable === true && <Chip tone="accent">mergeable</Chip>}
        {ranking !== null && !ranking.mergeable && <Chip tone="fail">not mergeable</Chip>}
        {ranking?.likelihood !== undefined && (
          <span className="num text-sm text-soft">
            probably right: {percent(ranking.likelihood.probability)}
          </span>
        )}
      </div>
      <p className="flex flex-wrap gap-2">
        {report === null && tree.merge !== null && (
          <Link
            to="/runs/$run/merge/$name"
            params={{ run: run.run.id, name }}
            className={buttonClass(tree.merge.allowed ? 'primary' : 'plain')}
          >
            {tree.merge.allowed ? 'Merge…' : 'Why not merge?'}
          </Link>
        )}
        {tree.diff !== null && (
          <Link
            to="/runs/$run/changes"
            params={{ run: run.run.id }}
            search={{ right: name }}
            className={buttonClass()}
          >
            See the change
          </Link>
        )}
        <Neighbours run={run} name={name} />
      </p>
    </header>
  );
};

const Gates = ({ detail: { ranking } }: { readonly detail: Applied }) =>
  ranking === null || ranking.gates.length === 0 ? null : (
    <Panel title="Gates that failed">
      <ul className="space-y-2">
        {ranking.gates.map((gate) => (
          <li key={gate} className="flex flex-wrap items-baseline gap-2">
            <Chip tone="fail">
              <Icon name="block" className="size-3" />
              {words(gate)}
            </Chip>
            <span className="min-w-0 text-sm break-words text-soft">{ranking.reasons[gate] ?? ''}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );

const PROGRESS = {
  shown: 'shown by a test of the base, of another author or hidden',
  claimed: 'claimed only by its own tests',
  none: 'not shown',
} as const;

const Proof = ({ detail: { ranking, tree } }: { readonly detail: Applied }) => {
  const proof = ranking?.proof;
  const facts = [
    [
      'Base tests',
      <Value of={tree.tests}>
        {(tests) =>
          `${tests.passed} pass, ${tests.failed} fail${tests.trust === 'low-trust' ? ' (low trust)' : ''}`
        }
      </Value>,
    ],
    ['Progress', proof === undefined ? 'not examined' : PROGRESS[proof.progress]],
    ['Fixed', proof === undefined ? '–' : plural(proof.fixed, 'test')],
    ['Proven by itself', proof === undefined ? '–' : plural(proof.proven, 'new test')],
    [
      "Others' proven tests",
      proof === undefined ? '–' : `${proof.passed_of_others} pass, ${proof.failed_of_others} fail`,
    ],
    [
      'Size',
      tree.diff === null ? (
        '–'
      ) : (
        <Value of={tree.diff}>
          {(diff) => `${plural(diff.files, 'file')}, +${diff.added} −${diff.removed}`}
        </Value>
      ),
    ],
  ] as const;
  return (
    <Panel title="What tests show">
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-xs text-faint">{name}</dt>
            <dd className="num text-sm break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
};

const Sections = ({ run, detail }: { readonly run: EvaluationRun; readonly detail: Applied }) => (
  <div className="grid gap-5 lg:grid-cols-2">
    <div className="min-w-0 space-y-5">
      <Gates detail={detail} />
      {detail.flags.length > 0 && (
        <Panel flush title={plural(detail.flags.length, 'flag')}>
          <FlagList run={run.run.id} name={detail.name} flags={detail.flags} kinds={run.flagKinds} />
        </Panel>
      )}
      <Proof detail={detail} />
      {detail.explanation !== null && (
        <Panel title="Where the total comes from">
          <TotalDetail run={run.run.id} explanation={detail.explanation} />
        </Panel>
      )}
    </div>
    <div className="min-w-0 space-y-5">
      <Panel flush title="Checks">
        <CheckTable run={run.run.id} owner={detail.name} checks={detail.checks} />
      </Panel>
      {detail.explanation?.likelihood !== undefined && detail.explanation.likelihood !== null && (
        <Panel title="Probability that it is right">
          <LikelihoodDetail likelihood={detail.explanation.likelihood} />
        </Panel>
      )}
      {detail.capabilities.length > 0 && (
        <Panel flush title="What it can do that the base could not">
          <FlagList run={run.run.id} name={detail.name} flags={detail.capabilities} kinds={run.flagKinds} />
        </Panel>
      )}
      <FindingList run={run.run.id} name={detail.name} findings={detail.findings} />
      <Origin detail={detail} />
      {report === null && <OutcomeButtons run={run.run.id} detail={detail} />}
    </div>
  </div>
);

export const CandidatePage = () => {
  const { name } = route.useParams();
  const run = useEvaluation();
  const query = useQuery({ ...candidateQuery(run?.run.id ?? '', name), enabled: run !== null });
  if (run === null) return <Empty title="This run has no candidates" />;
  return (
    <Answer query={query} what="the candidate">
      {(detail) =>
        isApplied(detail) ? (
          <div className="space-y-5">
            <Head run={run} detail={detail} />
            <Sections run={run} detail={detail} />
          </div>
        ) : (
          <Empty title={`${detail.name} could not be applied`}>
            <p className="break-words">{detail.rejected ?? 'The run has nothing on it.'}</p>
          </Empty>
        )
      }
    </Answer>
  );
};
