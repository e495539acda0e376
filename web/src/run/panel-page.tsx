import { useQuery } from '@tanstack/react-query';
import type { Panel as Asked, PanelOpinion, Panellist } from '../../../src/core/domain/evidence/panel.ts';
import type { PanelTest, PanelTests } from '../../../src/core/domain/evidence/panel-tests.ts';
import { panelQuery } from '../api/queries.ts';
import type { Measured, PanelAnswer } from '../api/types.ts';
import { Chip, type Tone } from '../ui/chip.tsx';
import { count, percent, plural, usd } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { Prose } from '../ui/prose.tsx';
import { Answer, Empty } from '../ui/states.tsx';
import { useEvaluation } from './use-run.ts';

const STATES: Readonly<Record<PanelTest['state'], readonly [Tone, string]>> = {
  admitted: ['accent', 'counts'],
  unsteady: ['warn', 'does not count: its result changes from run to run'],
  'passes-on-base': ['neutral', 'does not count: it passes on the base'],
  'passes-nowhere': ['neutral', 'does not count: it passes with no candidate'],
};

/** A second reply that is not valid leaves the first. */
const lastOf = ({ opinion, revised }: Panellist): Panellist['opinion'] =>
  revised?.known === true ? revised : opinion;

const costOf = (cost: Measured<number>): string => (cost.known ? usd(cost.value) : 'cost unknown');

const Names = ({ names, tone }: { readonly names: readonly string[]; readonly tone: Tone }) => (
  <span className="inline-flex min-w-0 flex-wrap gap-1">
    {names.map((name) => (
      <Chip key={name} tone={tone}>
        <span className="min-w-0 break-all whitespace-normal">{name}</span>
      </Chip>
    ))}
  </span>
);

const given = (opinion: Measured<PanelOpinion> | undefined, name: string): string => {
  if (opinion === undefined || !opinion.known) return '–';
  const found = opinion.value.probabilities.find(({ candidate }) => candidate === name);
  return found === undefined ? '–' : percent(found.probability);
};

/** Candidates by panellists: the first answer and, after an arrow, the one with what the checks found. */
const Probabilities = ({
  panellists,
  together,
}: {
  readonly panellists: readonly Panellist[];
  readonly together: PanelAnswer['probabilities'];
}) => (
  <Panel flush title="How likely each candidate is to be right">
    <div className="overflow-x-auto">
      <table className="num w-full text-sm">
        <thead>
          <tr className="text-left text-xs text-faint">
            <th scope="col" className="px-4 py-2 font-medium">
              candidate
            </th>
            {panellists.map((one, at) => (
              // Panellists have no names: the same model may have two seats.
              <th key={`${one.model}/${String(at)}`} scope="col" className="px-4 py-2 font-medium">
                panellist {at + 1}
              </th>
            ))}
            <th scope="col" className="px-4 py-2 font-medium">
              together
            </th>
          </tr>
        </thead>
        <tbody>
          {together.map(({ candidate: name, probability }) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className="max-w-xs px-4 py-2 text-left font-medium break-all">
                {name}
              </th>
              {panellists.map(({ model, opinion, revised }, at) => (
                <td key={`${model}/${String(at)}`} className="px-4 py-2 whitespace-nowrap">
                  {given(opinion, name)}
                  {revised?.known === true && ` → ${given(revised, name)}`}
                </td>
              ))}
              <td className="px-4 py-2 font-medium">{percent(probability)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Panel>
);

const Opinion = ({ opinion }: { readonly opinion: PanelOpinion }) => (
  <div className="space-y-2 text-sm">
    <p className="min-w-0">
      {opinion.pick === null ? 'Picks none.' : <>Picks </>}
      {opinion.pick !== null && <Names names={[opinion.pick]} tone="accent" />}
    </p>
    {opinion.reason !== '' && (
      <p className="wrap-anywhere text-soft">
        <q>{opinion.reason}</q>
      </p>
    )}
    {opinion.clusters
      .filter((names) => names.length > 1)
      .map((names) => (
        <p key={names.join('/')} className="min-w-0">
          Does essentially the same: <Names names={names} tone="neutral" />
        </p>
      ))}
  </div>
);

const Panellists = ({ panel }: { readonly panel: Asked }) => (
  <ul className="grid gap-4 lg:grid-cols-2">
    {panel.panellists.map((panellist, at) => {
      const { model, questions, opinion, revised } = panellist;
      const last = lastOf(panellist);
      const waiting = questions.filter((one) => one.waiting === true).length;
      const asked = plural(questions.length, 'question');
      return (
        <li key={`${model}/${String(at)}`} className="min-w-0">
          <Panel
            title={`Panellist ${String(at + 1)}`}
            aside={
              <span className="text-xs break-all text-faint">
                {model}, {asked}
              </span>
            }
          >
            {last.known ? (
              <Opinion opinion={last.value} />
            ) : (
              <p className="text-sm break-words">
                {waiting > 0 ? 'Waits for a reply.' : `Does not count: ${last.reason}`}
              </p>
            )}
            {opinion.known && revised !== undefined && !revised.known && waiting === 0 && (
              <p className="mt-2 text-sm break-words text-faint">
                Asked again with what the checks found, without a valid reply: {revised.reason}
              </p>
            )}
          </Panel>
        </li>
      );
    })}
  </ul>
);

const Tests = ({ written }: { readonly written: PanelTests }) => (
  <Panel
    flush
    title="Tests written from the task alone"
    aside={
      <span className="text-xs break-all text-faint">
        {written.model}, {costOf(written.costUsd)}
      </span>
    }
  >
    {!written.tests.known && (
      <p className="p-4 text-sm break-words">
        {written.waiting ? 'The request waits for a reply.' : `None ran: ${written.tests.reason}`}
      </p>
    )}
    {written.tests.known && written.tests.value.length === 0 && <p className="p-4 text-sm">None.</p>}
    {written.tests.known &&
      written.tests.value.map(({ id, state, passed, failed }) => (
        <div key={id} className="space-y-1.5 border-t border-line px-4 py-2.5 text-sm first:border-0">
          <p className="min-w-0">
            <code className="text-xs wrap-anywhere">{id}</code>{' '}
            <Chip tone={STATES[state][0]}>
              <span className="min-w-0 whitespace-normal">{STATES[state][1]}</span>
            </Chip>
          </p>
          {state === 'admitted' && (
            <p className="flex flex-wrap items-center gap-2">
              passes with <Names names={passed} tone="pass" />
              {failed.length > 0 && (
                <>
                  fails with <Names names={failed} tone="fail" />
                </>
              )}
            </p>
          )}
        </div>
      ))}
  </Panel>
);

const Shown = ({ answer: { panel, probabilities, tests } }: { readonly answer: PanelAnswer }) => (
  <div className="space-y-4">
    {panel !== null && (
      <>
        <p className="num text-sm text-soft">
          {plural(panel.panellists.length, 'panellist')} asked,{' '}
          {count(panel.panellists.filter((one) => lastOf(one).known).length)} with a valid opinion,{' '}
          {costOf(panel.costUsd)}. They see the task, the base’s code and the changes without names, then what
          the checks found, which may lower a candidate but not raise it.
        </p>
        {probabilities.length > 0 && <Probabilities panellists={panel.panellists} together={probabilities} />}
        <Panellists panel={panel} />
        {panel.notes.map((note) => (
          <p key={note} className="text-sm break-words text-faint">
            <Prose text={note} />
          </p>
        ))}
      </>
    )}
    {tests !== null && <Tests written={tests} />}
  </div>
);

const NotAsked = ({ offer }: { readonly offer: PanelAnswer['offer'] }) => (
  <Empty title="No panel was asked">
    {offer === null ? (
      <p>
        Models can compare all candidates side by side: name one in <code>[selection]</code> and rerun with{' '}
        <code>--panel</code>.
      </p>
    ) : (
      <p>
        Evidence is thin, and a panel of {offer.panellists} ({offer.models.join(', ')}){' '}
        {offer.costUsd.known
          ? `would cost about ${usd(offer.costUsd.value)}`
          : 'can be asked, at a cost that is not known'}
        : rerun with <code>--panel</code>.
      </p>
    )}
  </Empty>
);

/** Opinions of the models that compared the candidates, and the tests that a model wrote from the task. */
export const PanelPage = () => {
  const run = useEvaluation();
  const query = useQuery({
    ...panelQuery(run?.run.id ?? ''),
    enabled: run !== null && run.run.state === 'complete',
  });
  if (run === null) return <Empty title="This run has no candidates" />;
  if (run.run.state !== 'complete') return <Empty title="The run is not finished" />;
  return (
    <Answer query={query} what="the panel">
      {(answer) =>
        answer.panel === null && answer.tests === null ? (
          <NotAsked offer={answer.offer} />
        ) : (
          <Shown answer={answer} />
        )
      }
    </Answer>
  );
};
