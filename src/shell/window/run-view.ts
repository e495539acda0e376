import { NOT_PROBED } from '../../core/report/run/probe-text.ts';
import { findFlagKind } from '../../core/analyse/flags/flag-catalogue.ts';
import { severityOf } from '../../core/conclude/integrity.ts';
import type { Conclusion } from '../../core/domain/run/conclusion.ts';
import type { HydraConfig } from '../../core/domain/policy/hydra-config.ts';
import { HydraConfig as ConfigSchema } from '../../core/domain/policy/hydra-config.ts';
import type { RunRow } from '../../core/domain/window/run-row.ts';
import type {
  ComparisonView,
  EvaluationView,
  FlagKindView,
  RunView,
  Section,
} from '../../core/domain/window/run-view.ts';
import { toExperimentContract } from '../../core/report/experiment/experiment-json.ts';
import {
  costSentence,
  promotionSentences,
  reasonSentences,
  testSentence,
} from '../../core/report/experiment/verdict-sentences.ts';
import { toContract } from '../../core/report/run/json-contract.ts';
import { dimensionViews } from '../../core/view/explain-candidate.ts';
import { baselineView, startedTree, treeView } from '../../core/view/tree-view.ts';
import type { StoredRun } from '../ports/run-store.ts';
import { mergeOffer } from '../stored/merge-offer.ts';
import { benchmarkView } from './bench-view.ts';
import { findRow } from './find-run.ts';
import type { WindowTools } from './window-tools.ts';

const AVAILABLE: Section = { available: true };
const absent = (reason: string): Section => ({ available: false, reason });
const NOT_FINISHED = absent('the run is not finished');

const flagKindsOf = ({ rankings }: Conclusion, { trust }: HydraConfig): Record<string, FlagKindView> => {
  const ids = new Set(
    rankings.flatMap(({ flags, capabilities = [] }) => [...flags, ...capabilities]).map(({ id }) => id),
  );
  return Object.fromEntries(
    [...ids].map((id) => {
      const kind = findFlagKind(id);
      return [
        id,
        {
          title: kind?.title ?? id,
          meaning: kind?.meaning ?? '',
          advice: kind?.advice ?? '',
          severity: severityOf(id, trust),
          consent: kind?.consent === true,
        },
      ];
    }),
  );
};

const policyOf = ({ scoring, decision }: HydraConfig): EvaluationView['policy'] => ({
  weights: Object.fromEntries(
    Object.entries(scoring.weights).flatMap(([key, weight]) => (weight === undefined ? [] : [[key, weight]])),
  ),
  gates: { ...scoring.gates },
  decision: { ...decision },
});

const sectionsOf = ({ captured, conclusion }: StoredRun): EvaluationView['sections'] => ({
  matrix: captured.baseline.tests.known ? AVAILABLE : absent(captured.baseline.tests.reason),
  probes:
    captured.probes === undefined
      ? absent(NOT_PROBED)
      : captured.probes.known
        ? AVAILABLE
        : absent(captured.probes.reason),
  panel: captured.panel === undefined ? absent('no panel was asked') : AVAILABLE,
  bracket: conclusion.rankings.some(({ mergeable, total }) => mergeable && total !== null)
    ? AVAILABLE
    : absent('no candidate may take part'),
  time: AVAILABLE,
});

const finishedView = (row: RunRow, stored: StoredRun): EvaluationView => {
  const { captured, conclusion, config, engineVersion } = stored;
  const ranked = new Map(conclusion.rankings.map((ranking) => [ranking.agent, ranking]));
  return {
    kind: row.kind === 'race' ? 'race' : 'evaluation',
    run: row,
    conclusion: toContract(conclusion),
    base: captured.base,
    profile: captured.profile,
    task: captured.task ?? null,
    isolation: captured.isolation,
    engineVersion,
    policy: policyOf(config),
    dimensions: dimensionViews(config.scoring.weights),
    baseline: baselineView(captured.baseline),
    candidates: captured.evidence.map((one) => {
      const ranking = ranked.get(one.candidate.name);
      return treeView(one, ranking === undefined ? null : mergeOffer(stored, ranking));
    }),
    flagKinds: flagKindsOf(conclusion, config),
    sections: sectionsOf(stored),
    resume: null,
  };
};

/** What the trace of a run shows before there is a result. */
const startedView = async ({ store }: WindowTools, row: RunRow): Promise<EvaluationView> => {
  const { events } = await store.readEvents(row.id);
  const created = events.find((event) => event.event === 'created');
  const started = events.find((event) => event.event === 'started');
  const asked = created?.event === 'created' ? created : undefined;
  const begun = started?.event === 'started' ? started : undefined;
  const raced = events.find((event) => event.event === 'race_started');
  const race = raced?.event === 'race_started' ? raced : undefined;
  const config = ConfigSchema.safeParse(asked?.request['config']).data ?? ConfigSchema.parse({});
  return {
    kind: row.kind === 'race' ? 'race' : 'evaluation',
    run: row,
    conclusion: null,
    base: begun?.base ?? null,
    profile: begun?.profile ?? null,
    task: race?.task ?? null,
    isolation: null,
    engineVersion: asked?.engineVersion ?? '',
    policy: policyOf(config),
    dimensions: dimensionViews(config.scoring.weights),
    baseline: null,
    candidates: (begun?.candidates ?? race?.entrants ?? []).map(({ name, ...made }) =>
      startedTree('source' in made ? { name, ...made } : { name }),
    ),
    flagKinds: {},
    sections: {
      matrix: NOT_FINISHED,
      probes: NOT_FINISHED,
      panel: NOT_FINISHED,
      bracket: NOT_FINISHED,
      time: AVAILABLE,
    },
    resume:
      row.state === 'unfinished'
        ? `hydra ${row.kind === 'race' ? 'race' : 'evaluate'} --resume ${row.id}`
        : null,
  };
};

const comparisonView = async ({ store }: WindowTools, row: RunRow): Promise<ComparisonView> => {
  const record = row.state === 'complete' ? await store.loadExperiment(row.id) : null;
  const experiment = record === null ? null : toExperimentContract(record);
  const verdicts = experiment?.verdicts ?? [];
  return {
    kind: 'comparison',
    run: row,
    experiment,
    sentences: Object.fromEntries(
      verdicts.map((verdict) => [
        verdict.candidate,
        [
          ...reasonSentences(verdict),
          ...(verdict.statistical === null
            ? []
            : [
                testSentence(verdict.statistical),
                ...verdict.statistical.cost.map(costSentence),
                verdict.statistical.next.sentence,
              ]),
          ...promotionSentences(verdict),
        ],
      ]),
    ),
    moved: verdicts
      .flatMap(({ candidate, deltas }) =>
        deltas
          .filter(({ delta }) => delta !== 0)
          .map(({ task, delta }) => ({
            task,
            candidate,
            delta,
            direction: delta > 0 ? ('up' as const) : ('down' as const),
          })),
      )
      .sort((left, right) => Math.abs(right.delta) - Math.abs(left.delta)),
    transcripts: experiment === null ? NOT_FINISHED : AVAILABLE,
    resume: row.state === 'unfinished' ? `hydra compare --resume ${row.id}` : null,
  };
};

/** One run of any kind, for a page. */
export const runView = async (tools: WindowTools, wanted: string): Promise<RunView> => {
  const row = await findRow(tools, wanted);
  if (row.kind === 'benchmark') return benchmarkView(tools, row);
  if (row.kind === 'comparison') return comparisonView(tools, row);
  if (row.state === 'complete' || row.state === 'unreadable')
    return finishedView(row, await tools.runs.get(row.id));
  return startedView(tools, row);
};
