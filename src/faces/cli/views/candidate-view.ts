import { type CheckOutcome, stoppedAfter } from '../../../core/domain/check/check-outcome.ts';
import type { TestReport } from '../../../core/domain/check/test-report.ts';
import type { Ranking } from '../../../core/domain/run/conclusion.ts';
import type { Evidence, TreeEvidence } from '../../../core/domain/evidence/evidence.ts';
import type { Measured } from '../../../core/domain/measured.ts';
import { printableLine } from '../../../core/report/text/printable.ts';
import { rankingLines } from '../../../core/report/run/ranking-text.ts';
import { paintScore, scoreBar } from '../../../core/report/text/score-bar.ts';
import type { StoredRun } from '../../../shell/ports/run-store.ts';
import type { Terminal } from '../console/terminal.ts';

const MOST_LISTED = 20;

const say = <T>(measured: Measured<T>, words: (value: T) => string): string =>
  measured.known ? words(measured.value) : `– ${printableLine(measured.reason)}`;

const ended = (outcome: CheckOutcome): string => {
  switch (outcome.status) {
    case 'exited':
      return `exit ${outcome.exitCode} after ${(outcome.durationMs / 1000).toFixed(1)} s`;
    case 'timed-out':
      return stoppedAfter(outcome);
    case 'killed':
      return `killed by ${outcome.signal}`;
    case 'not-started':
      return `not started: ${printableLine(outcome.reason)}`;
  }
};

const listed = (terminal: Terminal, title: string, lines: readonly string[]): void => {
  if (lines.length === 0) return;
  terminal.print(`  ${terminal.paint.bold(title)}`);
  for (const line of lines.slice(0, MOST_LISTED)) terminal.print(`    ${printableLine(line)}`);
  if (lines.length > MOST_LISTED)
    terminal.print(terminal.paint.dim(`    … and ${lines.length - MOST_LISTED} more (--json has all)`));
};

/** The source of a result that any code could have produced. */
const lowTrust = (format: string, told: TestReport['told']): string => {
  if (!format.startsWith('exit-code')) return 'read from console text';
  const output = told === undefined ? '' : `; the output says ${told.passed} passed, ${told.failed} failed`;
  return `by exit code${output}`;
};

const printTree = (terminal: Terminal, tree: TreeEvidence): void => {
  const { print, paint } = terminal;
  print(
    `  ${paint.bold('tests')}     ${say(tree.tests, ({ passed, failed, skipped, trust, format, told }) => `${passed} passed, ${failed} failed, ${skipped} skipped${trust === 'low-trust' ? ` (low-trust: ${lowTrust(format, told)})` : ''}`)}`,
  );
  print(
    `  ${paint.bold('lint')}      ${say(tree.lint, ({ errors, warnings }) => `${errors} errors, ${warnings} warnings`)}`,
  );
  if (tree.types !== undefined)
    print(`  ${paint.bold('types')}     ${say(tree.types, ({ errors }) => `${errors} errors`)}`);
  for (const { check, outcome, reused } of tree.runs) {
    print(
      `  ${paint.dim(`${check.name.padEnd(9)} ${printableLine(check.command, 60)}  ${ended(outcome)}${reused ? ', cached' : ''}`)}`,
    );
  }
  const outcomes = tree.tests.known ? Object.entries(tree.tests.value.outcomes ?? {}) : [];
  listed(
    terminal,
    'failed tests',
    outcomes.filter(([, outcome]) => outcome === 'failed').map(([id]) => id),
  );
  const findings = [tree.lint, tree.types].flatMap((report) => (report?.known ? report.value.findings : []));
  listed(
    terminal,
    'findings',
    findings.map(
      ({ file, line, severity, rule, message }) => `${file}:${line} ${severity} ${rule} ${message}`,
    ),
  );
};

const printDiffFacts = ({ print, paint }: Terminal, { diff }: Evidence): void => {
  print(
    `  ${paint.bold('diff')}      ${say(diff, (facts) => `+${facts.added} −${facts.removed} in ${facts.files.length} files (+${facts.effectiveAdded} −${facts.effectiveRemoved} after formatting)${facts.effect ? '' : ', without effect'}`)}`,
  );
};

const METRICS = ['identifierMatch', 'boundaries', 'schemaConformance', 'filePattern', 'execSignals'] as const;
const BAR = 10;
const NAME_WIDTH = 18;

/** How native it looks, if measured: a bar for each score, then everything that does not fit. */
const printConventions = (
  terminal: Terminal,
  { convention }: Evidence,
  ranking: Ranking | undefined,
): void => {
  const { print, paint } = terminal;
  if (convention === undefined) return;
  if (!convention.known || ranking?.conventions === undefined) {
    const why = convention.known ? 'not judged' : convention.reason;
    return print(`  ${paint.bold('convention')}  – ${printableLine(why)}`);
  }
  const { breakdown, reasons, total } = ranking.conventions;
  print(`  ${paint.bold('convention')}  ${total === null ? '–' : total.toFixed(3)}`);
  for (const metric of METRICS) {
    const score = breakdown[metric] ?? null;
    const shown =
      score === null
        ? paint.dim(`– ${printableLine(reasons[metric] ?? 'unknown')}`)
        : `${paintScore(paint, 100 * score, scoreBar(100 * score, BAR))} ${score.toFixed(3)}`;
    print(`    ${metric.padEnd(NAME_WIDTH)} ${shown}`);
  }
  listed(
    terminal,
    'does not fit',
    convention.value.breaches.map(({ path, found, expected }) => `${path}: ${found}; expected: ${expected}`),
  );
};

/** One candidate of a stored run, or the baseline, with all its evidence. */
export const printCandidate = (
  terminal: Terminal,
  { captured, conclusion }: StoredRun,
  owner: string,
): void => {
  const evidence = captured.evidence.find(({ candidate }) => candidate.name === owner);
  if (evidence === undefined) return printTree(terminal, captured.baseline);
  const only = conclusion.rankings.filter(({ agent }) => agent === owner);
  const { columns, paint } = terminal;
  for (const line of rankingLines({ ...conclusion, rankings: only }, { columns, paint }))
    terminal.print(line);
  terminal.print('');
  printDiffFacts(terminal, evidence);
  printTree(terminal, evidence);
  printConventions(terminal, evidence, only[0]);
};
