import { printableLine } from '../../../core/report/text/printable.ts';
import { rankingLines } from '../../../core/report/run/ranking-text.ts';
import type { Conclusion } from '../../../core/domain/run/conclusion.ts';
import type { Captured } from '../../../core/domain/evidence/evidence.ts';
import type { Terminal } from '../terminal.ts';

export type Shown = {
  readonly runId: string;
  readonly captured: Pick<Captured, 'base' | 'profile' | 'isolation' | 'controls'>;
  readonly conclusion: Conclusion;
  /** Added to the suggested commands if the repository is elsewhere. */
  readonly repo?: string;
};

const verdictLines = ({ paint }: Terminal, { conclusion }: Shown): readonly string[] => {
  const { winner, rankings } = conclusion;
  if (winner === null) return [paint.bad(paint.bold('No candidate is mergeable.'))];
  const total = rankings[0]?.total;
  return [
    `${paint.good(paint.bold(`Winner: ${winner}`))}${total === null || total === undefined ? '' : `, total ${total.toFixed(1)}`}`,
  ];
};

const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;

/** Why the winner won, how strong the evidence is, and how stable the result. */
const whyLines = ({ paint }: Terminal, { conclusion }: Shown): readonly string[] => {
  const { why = [], evidence_strength: strength, stability } = conclusion;
  const weak = strength?.level === 'weak' ? strength.reasons : [];
  const stable =
    stability === undefined
      ? []
      : [
          `Stability: ${percent(stability.share)} of variations keep the winner (other weights ${percent(stability.weights)}, a dimension less ${percent(stability.dimensions)}${stability.tests === null ? '' : `, a test less ${percent(stability.tests)}`}).`,
        ];
  return [
    ...why.map((sentence) => printableLine(sentence, 400)),
    ...weak.map((reason) => paint.warn(`Weak evidence: ${printableLine(reason, 300)}.`)),
    ...stable.map((line) => paint.dim(line)),
  ];
};

const nextLines = ({ runId, conclusion, repo }: Shown): readonly string[] => {
  const { winner, rankings } = conclusion;
  const first = rankings[0]?.agent;
  const hydra = process.env['npm_lifecycle_event'] === undefined ? 'hydra' : 'npx hydra';
  const where = repo === undefined || repo === '.' ? '' : ` --repo ${repo}`;
  const look = first === undefined ? [] : [`${hydra} show ${runId} --candidate ${first}${where}`];
  return winner === null ? look : [...look, `${hydra} merge ${runId}${where}`];
};

const MOST_NAMED = 3;

const named = (ids: readonly string[]): string =>
  ids.slice(0, MOST_NAMED).join(', ') +
  (ids.length > MOST_NAMED ? ` and ${ids.length - MOST_NAMED} more` : '');

/** Tests that do not count, and controls that could not be applied. */
const setAsideLines = ({ captured, conclusion }: Shown): readonly string[] => {
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

/** The result of a run for people: ranking, reasons, verdict, and what to type next. */
export const printEvaluation = (terminal: Terminal, shown: Shown): void => {
  const { print, paint, columns } = terminal;
  const { captured, conclusion, runId } = shown;
  const { base, profile, isolation } = captured;
  print('');
  print(
    `${paint.bold('Hydra')} run ${runId}  ${paint.dim(`base ${printableLine(base.ref)} (${base.commit.slice(0, 10)}), profile ${profile}, ${isolation.level}`)}`,
  );
  if (isolation.level === 'degraded')
    print(paint.warn(`  sandbox: degraded – ${printableLine(isolation.detail)}`));
  print('');
  for (const line of rankingLines(conclusion, { columns, paint })) print(line);
  for (const { agent, reason } of conclusion.rejected)
    print(`   ${paint.bad('rejected')} ${agent}: ${printableLine(reason)}`);
  for (const note of conclusion.notes) print(paint.dim(`  note: ${printableLine(note)}`));
  for (const line of setAsideLines(shown)) print(paint.dim(`  note: ${printableLine(line)}`));
  print('');
  for (const line of verdictLines(terminal, shown)) print(line);
  for (const line of whyLines(terminal, shown)) print(line);
  print('');
  print(paint.dim('Next:'));
  for (const line of nextLines(shown)) print(`  ${paint.accent(line)}`);
};
