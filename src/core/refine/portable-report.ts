import { EXIT_CODE } from '../domain/check/lint-report.ts';
import { type CheckOutcome, stoppedAfter } from '../domain/check/check-outcome.ts';
import type { Conclusion } from '../domain/run/conclusion.ts';
import type { Captured, CheckRun, Evidence } from '../domain/evidence/evidence.ts';
import { type Measured, valueOrNull } from '../domain/measured.ts';
import type { FailedCheck, PipelineReport } from '../domain/run/pipeline-report.ts';
import { execOf } from '../conclude/exec-of-evidence.ts';
import { cleanLine } from '../report/text/clean-text.ts';
import { excerptLog } from '../report/text/excerpt-log.ts';

const MOST_LISTED = 200;
const LONGEST_COMMAND = 200;
/** A candidate's own tests, run in addition to the base's. */
const OWN_TESTS = 'own';
const PREPARES = 'prepare-';

const endedAs = (outcome: CheckOutcome): string => {
  switch (outcome.status) {
    case 'exited':
      return `exit ${outcome.exitCode}`;
    case 'timed-out':
      return stoppedAfter(outcome);
    case 'killed':
      return `killed by ${outcome.signal}`;
    case 'not-started':
      return `not started: ${cleanLine(outcome.reason)}`;
  }
};

const endedWell = ({ outcome }: CheckRun): boolean => outcome.status === 'exited' && outcome.exitCode === 0;

const failedTestsOf = ({ tests }: Evidence, aside: ReadonlySet<string>): readonly string[] =>
  Object.entries(tests.known ? (tests.value.outcomes ?? {}) : {}).flatMap(([id, outcome]) =>
    outcome === 'failed' && !aside.has(id) ? [id] : [],
  );

/** If a report was read, it counts instead of the exit code. */
const isFailure = (run: CheckRun, evidence: Evidence): boolean => {
  const { kind, name } = run.check;
  if (name.startsWith(PREPARES) || endedWell(run)) return false;
  if (name === OWN_TESTS) {
    const own = evidence.matrix?.own;
    return own === undefined || !own.known || own.value.failed.length > 0;
  }
  if (kind === 'test' && name === kind) return !evidence.tests.known || evidence.tests.value.failed > 0;
  if (kind === 'lint') return !evidence.lint.known || evidence.lint.value.errors > 0;
  if (kind === 'types') return !evidence.types?.known || evidence.types.value.errors > 0;
  return name === kind || kind === 'build';
};

/** Checks of the plan that failed on a candidate, whose logs are worth reading. */
export const failedRuns = (evidence: Evidence): readonly CheckRun[] =>
  evidence.runs.filter((run) => isFailure(run, evidence));

const ownFailures = ({ matrix }: Evidence): readonly string[] =>
  matrix?.own.known ? matrix.own.value.failed : [];

const describe = (
  evidence: Evidence,
  run: CheckRun,
  logs: ReadonlyMap<string, string>,
  failed: readonly string[],
): FailedCheck => {
  const { name, command, plain = command, kind } = run.check;
  const about = name === OWN_TESTS ? ownFailures(evidence) : kind === 'test' ? failed : [];
  // A linter's findings are enough; its log is needed only if there are none.
  const listed = kind === 'lint' ? evidence.lint : kind === 'types' ? evidence.types : undefined;
  const log = listed?.known && listed.value.format !== EXIT_CODE ? '' : (logs.get(name) ?? '');
  return {
    check: name,
    // The plain command: the reader does not have our reporter.
    command: cleanLine(plain, LONGEST_COMMAND),
    ended: endedAs(run.outcome),
    log: log === '' ? [] : excerptLog(log, about),
  };
};

const unmeasuredOf = (values: Readonly<Record<string, Measured<unknown>>>): PipelineReport['unmeasured'] =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value.known ? [] : [[name, { cause: value.cause, reason: value.reason }]],
    ),
  );

type Seen = { readonly captured: Captured; readonly conclusion: Conclusion };

/** One candidate of a run as a report: counts for the convention model, and what to fix. */
export const portableReport = (
  { captured, conclusion }: Seen,
  evidence: Evidence,
  logs: ReadonlyMap<string, string>,
): PipelineReport => {
  const aside = new Set([...(conclusion.quarantined ?? []), ...(conclusion.excused ?? [])]);
  const { findings, notes, ...exec } = execOf(captured.baseline, evidence, aside);
  const { convention } = evidence;
  const schemas: Record<string, Measured<number>> = convention === undefined
    ? {}
    : { schema_errors: convention.known ? convention.value.schema_errors : convention };
  const measurements = { ...exec, ...schemas };
  const ranking = conclusion.rankings.find(({ agent }) => agent === evidence.candidate.name);
  const failed = failedTestsOf(evidence, aside);
  const build = captured.baseline.build.known ? evidence.build : captured.baseline.build;
  return {
    compiled: build.known ? build.value.passed : null,
    lint_errors: valueOrNull(exec.lint_errors),
    type_errors: valueOrNull(exec.type_errors),
    tests_passed: valueOrNull(exec.tests_passed),
    tests_failed: valueOrNull(exec.tests_failed),
    schema_errors: schemas['schema_errors'] === undefined ? null : valueOrNull(schemas['schema_errors']),
    mergeable: ranking?.mergeable ?? false,
    gates: Object.fromEntries(
      (ranking?.gates ?? []).map((gate) => [gate, ranking?.reasons[gate] ?? 'failed']),
    ),
    failed_checks: failedRuns(evidence).map((run) => describe(evidence, run, logs, failed)),
    failed_tests: failed.slice(0, MOST_LISTED),
    findings: findings.slice(0, MOST_LISTED),
    flags: ranking?.flags ?? [],
    unmeasured: unmeasuredOf({ ...measurements, compiled: build }),
    notes,
  };
};
