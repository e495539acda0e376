import { printableLine } from '../text/printable.ts';
import { packageLines } from './package-lines.ts';
import { offerLine, panelLines } from './panel-text.ts';
import { panelTestLines } from './panel-tests-text.ts';
import { probeLines } from './probe-text.ts';
import { rankingLines } from './ranking-text.ts';
import { baseCommands, baseHealthSentences } from './base-health-lines.ts';
import type { Conclusion } from '../../domain/run/conclusion.ts';
import type { Captured } from '../../domain/evidence/evidence.ts';
import type { Paint } from '../text/paint.ts';
import type { ReportLayout } from '../report-format.ts';
import { listFirst, percent } from '../../text/amounts.ts';

/** The input of a report on an evaluation. */
export type EvaluationReport = {
  readonly runId: string;
  readonly captured: Pick<
    Captured,
    'base' | 'profile' | 'isolation' | 'controls' | 'task' | 'panel' | 'panelTests' | 'panelOffer' | 'probes'
  > &
    Partial<Pick<Captured, 'baseline' | 'evidence' | 'quarantined' | 'packages'>>;
  readonly conclusion: Conclusion;
  /** Questions that a replay's other policy would also have asked. */
  readonly unexamined?: readonly object[];
  /** Commands to suggest. */
  readonly next: readonly string[];
};

export const verdictLines = (paint: Paint, { conclusion }: EvaluationReport): readonly string[] => {
  const { winner, rankings, decision } = conclusion;
  const first = rankings.find(({ agent }) => agent === (winner ?? decision?.candidates[0]));
  // The probability shows which way the evidence points, not how much there is.
  const weak = conclusion.evidence_strength?.level === 'weak' ? ' on weak evidence' : '';
  const probability =
    first?.likelihood === undefined
      ? ''
      : `, ${percent(first.likelihood.probability)} likely to be right${weak}`;
  if (winner !== null) {
    const total = first?.total ?? null;
    return [
      `${paint.good(paint.bold(`Winner: ${winner}`))}${total === null ? '' : `, total ${total.toFixed(1)}`}${probability}`,
    ];
  }
  if (!rankings.some(({ mergeable }) => mergeable))
    return [paint.bad(paint.bold('No candidate is mergeable.'))];
  return [
    decision?.kind === 'leaning'
      ? `${paint.warn(paint.bold(`No decision, leaning to ${decision.candidates.join(' or ')}`))}${decision.candidates.length > 1 ? '' : probability}`
      : paint.warn(paint.bold('No decision.')),
  ];
};

const settleLines = (paint: Paint, { conclusion: { decision } }: EvaluationReport): readonly string[] =>
  decision === undefined || decision.settle.length === 0
    ? []
    : [
        '',
        paint.dim('What would settle it:'),
        ...decision.settle.map((line) => `  ${printableLine(line, 300)}`),
      ];

/** Why the winner won, how strong the evidence is, and how stable the result. */
const whyLines = (paint: Paint, { conclusion }: EvaluationReport): readonly string[] => {
  const { why = [], evidence_strength: strength, stability } = conclusion;
  const weak = strength?.level === 'weak' ? strength.reasons : [];
  const stable =
    stability === undefined
      ? []
      : [
          `Stability: ${percent(stability.share, 1)} of variations keep the winner (other weights ${percent(stability.weights, 1)}, a dimension less ${percent(stability.dimensions, 1)}${stability.tests === null ? '' : `, a test less ${percent(stability.tests, 1)}`}).`,
        ];
  return [
    ...why.map((sentence) => printableLine(sentence, 400)),
    ...weak.map((reason) => paint.warn(`Weak evidence: ${printableLine(reason, 300)}.`)),
    ...stable.map((line) => paint.dim(line)),
  ];
};

const MOST_NAMED = 3;

const named = (ids: readonly string[]): string => listFirst(ids, MOST_NAMED);

/** Tests that do not count, and controls that could not be applied. */
const setAsideLines = ({ captured, conclusion }: EvaluationReport): readonly string[] => {
  const { quarantined = [], excused = [] } = conclusion;
  const skipped = (captured.controls ?? []).filter(({ state }) => state === 'not-applied');
  return [
    ...(quarantined.length === 0 ? [] : [`flaky tests do not count: ${named(quarantined)}`]),
    ...(excused.length === 0
      ? []
      : [`contested tests that most candidates break do not count: ${named(excused)}`]),
    ...skipped.map(({ id, reason }) => `control ${id} was not applied: ${reason}`),
  ];
};

/** A healthy base takes one dim line; any other is shown with causes and help. */
const healthLines = ({ conclusion }: EvaluationReport, paint: Paint): readonly string[] => {
  const health = conclusion.base_health;
  if (health === undefined) return [];
  const [first = '', ...others] = baseHealthSentences(health);
  const bad = health.level === 'unusable' || health.level === 'untested';
  const shown = bad
    ? paint.bad(paint.bold(first))
    : health.level === 'failing'
      ? paint.warn(first)
      : paint.dim(first);
  return [
    `  ${shown}`,
    ...others.map((line) => `  ${bad ? paint.warn(line) : line}`),
    paint.dim(`  ${baseCommands(health)}`),
  ];
};

/** Which tests differ where, if several projects or packages ran. */
const byPackageLines = (paint: Paint, { captured }: EvaluationReport): readonly string[] => {
  const { baseline, evidence, quarantined, packages } = captured;
  const lines =
    baseline === undefined || evidence === undefined
      ? []
      : packageLines({ baseline, evidence, quarantined, packages });
  return lines.length === 0 ? [] : ['', paint.bold('Tests by package'), ...lines.map((line) => `  ${line}`)];
};

/** Where candidates behave differently, beyond their tests. */
const behaviourLines = (paint: Paint, { captured }: EvaluationReport): readonly string[] => {
  const lines = probeLines(captured.probes);
  return lines.length === 0 ? [] : ['', paint.bold('Behaviour'), ...lines.map((line) => `  ${line}`)];
};

/** The result of a run for people: ranking, reasons, verdict, and what to type next. */
export const evaluationLines = (
  report: EvaluationReport,
  { paint, columns }: ReportLayout,
): readonly string[] => {
  const { captured, conclusion, runId, next } = report;
  const { base, profile, isolation } = captured;
  return [
    '',
    `${paint.bold('Hydra')} run ${runId}  ${paint.dim(`base ${printableLine(base.ref)} (${base.commit.slice(0, 10)}), profile ${profile}, ${isolation.level}`)}`,
    ...(isolation.level === 'degraded'
      ? [paint.warn(`  sandbox: degraded – ${printableLine(isolation.detail)}`)]
      : []),
    ...healthLines(report, paint),
    ...(captured.task === undefined
      ? []
      : [paint.dim(`  task: ${printableLine(captured.task.split('\n', 1)[0] ?? '', columns)}`)]),
    '',
    ...rankingLines(conclusion, { columns, paint }),
    ...conclusion.rejected.map(
      ({ agent, reason }) => `   ${paint.bad('rejected')} ${agent}: ${printableLine(reason)}`,
    ),
    ...conclusion.notes.map((note) => paint.dim(`  note: ${printableLine(note)}`)),
    ...setAsideLines(report).map((line) => paint.dim(`  note: ${printableLine(line)}`)),
    '',
    ...verdictLines(paint, report),
    ...whyLines(paint, report),
    ...(captured.panel === undefined ? [] : panelLines(captured.panel)),
    ...(captured.panelTests === undefined ? [] : panelTestLines(captured.panelTests)),
    ...(captured.panelOffer === undefined ? [] : [offerLine(captured.panelOffer)]),
    ...byPackageLines(paint, report),
    ...behaviourLines(paint, report),
    ...settleLines(paint, report),
    '',
    paint.dim('Next:'),
    ...next.map((line) => `  ${paint.accent(line)}`),
  ];
};
