import type { Panel, PanelOffer } from '../../core/domain/evidence/panel.ts';
import type { PanelTests } from '../../core/domain/evidence/panel-tests.ts';
import type { Probes } from '../../core/domain/evidence/probes.ts';
import { missing, type Measured } from '../../core/domain/measured.ts';
import type { SelectedScorecard } from '../../core/documents/select-scorecards.ts';
import type { TestMatrixView } from '../../core/domain/window/test-matrix-view.ts';
import type { TimeView } from '../../core/domain/window/timeline-view.ts';
import { cautiousProbabilities } from '../../core/math/statistics/panel-probabilities.ts';
import { clustersOf } from '../../core/probe/behaviour.ts';
import { NOT_PROBED, probeLines } from '../../core/report/run/probe-text.ts';
import { toContract } from '../../core/report/run/json-contract.ts';
import { timeReport } from '../../core/report/run/time-report.ts';
import { testMatrix } from '../../core/view/test-matrix.ts';
import { createTimeline } from '../../core/view/timeline.ts';
import { selectFrom } from '../stored/select-stored.ts';
import { findRow, findStored } from './find-run.ts';
import type { WindowTools } from './window-tools.ts';

export const storedMatrix = async (
  tools: WindowTools,
  run: string,
  all: boolean,
): Promise<TestMatrixView> => {
  const { captured, conclusion } = await findStored(tools, run);
  const order = conclusion.rankings.map(({ agent }) => agent);
  const { quarantined, excused } = conclusion;
  return testMatrix(captured, order, { all, quarantined, excused });
};

const UNPROBED = missing('not-configured', NOT_PROBED);

export const storedProbes = async (
  tools: WindowTools,
  run: string,
): Promise<{
  readonly probes: Measured<Probes>;
  readonly alike: readonly { readonly names: readonly string[] }[];
  readonly text: readonly string[];
}> => {
  const probes = (await findStored(tools, run)).captured.probes ?? UNPROBED;
  const alike = probes.known ? clustersOf(probes.value).map(({ names }) => ({ names: [...names] })) : [];
  return { probes, alike, text: probeLines(probes, true) };
};

export const storedPanel = async (
  tools: WindowTools,
  run: string,
): Promise<{
  readonly panel: Panel | null;
  /** All panellists together, the likeliest first. */
  readonly probabilities: readonly { readonly candidate: string; readonly probability: number }[];
  readonly tests: PanelTests | null;
  readonly offer: PanelOffer | null;
}> => {
  const { panel, panelTests, panelOffer } = (await findStored(tools, run)).captured;
  const together = panel === undefined ? [] : [...cautiousProbabilities(panel)];
  return {
    panel: panel ?? null,
    probabilities: together
      .map(([candidate, probability]) => ({ candidate, probability }))
      .toSorted((left, right) => right.probability - left.probability),
    tests: panelTests ?? null,
    offer: panelOffer ?? null,
  };
};

export const storedBracket = async (
  tools: WindowTools,
  run: string,
  k: number | undefined,
): Promise<SelectedScorecard & { readonly totals: readonly (number | null)[] }> => {
  const conclusion = toContract((await findStored(tools, run)).conclusion);
  const { selected } = selectFrom(conclusion, k);
  return { ...selected, totals: conclusion.rankings.map(({ total }) => total) };
};

/** Where the time went: lanes from the trace, and sums if the run is finished. */
export const storedTime = async (tools: WindowTools, run: string): Promise<TimeView> => {
  const row = await findRow(tools, run);
  const { events } = await tools.store.readEvents(row.id);
  const timeline = createTimeline();
  for (const event of events) timeline.add(event);
  const finished = row.state === 'complete' && row.kind !== 'comparison';
  const report = finished ? timeReport((await tools.runs.get(row.id)).captured) : null;
  return {
    report:
      report === null
        ? null
        : {
            seconds: report.seconds,
            checks: [...report.checks],
            candidates: [...report.candidates],
            slowest: [...report.slowest],
          },
    ...timeline.read(),
  };
};
