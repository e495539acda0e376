import type { Check } from '../domain/check/check.ts';
import { type CheckOutcome, stoppedAfter } from '../domain/check/check-outcome.ts';
import type { BuildResult } from '../domain/check/build-result.ts';
import type { SecurityCheck } from '../domain/check/security-check.ts';
import { IN_FOLDER, SEVERAL } from '../domain/check/command-part.ts';
import { SERVICES_STARTED } from '../domain/policy/services-policy.ts';
import { EXIT_CODE, type Finding, type LintReport } from '../domain/check/lint-report.ts';
import { type Cause, type Measured, measured, missing } from '../domain/measured.ts';
import type { LintParser, RawReport, ReportDocument } from '../domain/check/output-parser.ts';
import { isByExitCode, type TestReport } from '../domain/check/test-report.ts';
import { findLintParser } from './lint/registry.ts';
import { exitCodeReport } from './tests/exit-code.ts';
import { findTestParser } from './tests/registry.ts';
import { readForeignOrigin } from './tests/foreign-origin.ts';

/** A check that has ended, with the input of its parser. */
export type FinishedCheck = {
  readonly check: Check;
  readonly outcome: CheckOutcome;
  readonly documents: readonly ReportDocument[];
  readonly root: string;
  /** Harness files that it or an earlier step wrote to. */
  readonly altered?: readonly string[];
};

/** On the base an absent result means that the dimension is not configured. */
export type Side = 'baseline' | 'candidate';

const COMMAND_NOT_FOUND = new Set([126, 127]);

const causeOf = (side: Side): Cause => (side === 'baseline' ? 'not-configured' : 'candidate');

/** Which setting the limit comes from; a candidate has less time than configured if the base was fast. */
const limitOf = (check: Check, timeoutMs: number): string =>
  timeoutMs < check.timeoutMs
    ? 'many times as long as the base took'
    : `the limit is [scoring.timeouts] ${check.kind}`;

/** Why a command gave no exit code of its own; null if it did. */
const interruption = ({ check, outcome }: FinishedCheck, side: Side): Measured<never> | null => {
  switch (outcome.status) {
    case 'exited':
      return null;
    case 'timed-out':
      return missing(
        causeOf(side),
        `${check.name} was ${stoppedAfter(outcome)} (${limitOf(check, outcome.timeoutMs)})`,
      );
    case 'killed':
      return missing(causeOf(side), `${check.name} was killed by ${outcome.signal}`);
    case 'not-started':
      return missing('infrastructure', `${check.name} could not be started: ${outcome.reason}`);
  }
};

const exitCodeOf = ({ outcome }: FinishedCheck): number | null =>
  outcome.status === 'exited' ? outcome.exitCode : null;

/** A profile guesses commands; a command that the base does not have is not a failing build. */
const isAbsent = ({ check, outcome }: FinishedCheck): boolean =>
  check.origin === 'profile' && outcome.status === 'exited' && COMMAND_NOT_FOUND.has(outcome.exitCode);

/** Of profiles and services; people see the command alone. */
export const PRELUDE =
  /^(?:if [^\n]{0,200}?; fi; )?(?:\w+ check [^\n]{0,500}? fi; \}; )?(?:export \w+="[^"]*"; )*(?:\w+="[^"]*" )?/;

const shownCommand = ({ command, parser }: Check): string => {
  if (parser?.startsWith(SEVERAL)) return 'one of the commands of several projects';
  const [folder = ''] = IN_FOLDER.exec(command) ?? [];
  const started = command.indexOf(SERVICES_STARTED);
  const from = started === -1 ? folder.length : started + SERVICES_STARTED.length;
  return folder + command.slice(from).replace(PRELUDE, '').slice(0, 120);
};

const absence = ({ check, outcome }: FinishedCheck): Measured<never> => {
  const code = outcome.status === 'exited' ? ` (exit ${outcome.exitCode})` : '';
  const command = shownCommand(check);
  return missing('not-configured', `\`${command}\` calls a program that is not installed here${code}`);
};

/** A guessed build that fails on the base too does not count against candidates; a configured one does. */
const isGuessed = ({ check, outcome }: FinishedCheck): boolean =>
  check.origin === 'profile' && outcome.status === 'exited' && outcome.exitCode !== 0;

const guessFailed = ({ check, outcome }: FinishedCheck): Measured<never> => {
  const code = outcome.status === 'exited' ? `exit ${outcome.exitCode}` : outcome.status;
  const command = shownCommand(check);
  return missing(
    'not-configured',
    `\`${command}\` fails on the base as well (${code}): set [scoring.commands] build to judge by it`,
  );
};

export const interpretBuild = (finished: readonly FinishedCheck[], side: Side): Measured<BuildResult> => {
  if (finished.length === 0) return missing('not-configured', 'no build command');
  const targets: Record<string, boolean> = {};
  let stopped: string | undefined;
  for (const run of finished) {
    const interrupted = interruption(run, side);
    if (interrupted !== null && !interrupted.known && interrupted.cause !== 'candidate') return interrupted;
    if (side === 'baseline' && isAbsent(run)) return absence(run);
    if (side === 'baseline' && isGuessed(run)) return guessFailed(run);
    if (interrupted !== null && !interrupted.known) stopped ??= interrupted.reason;
    targets[run.check.name] = interrupted === null && exitCodeOf(run) === 0;
  }
  const passed = Object.values(targets).every(Boolean);
  return measured({
    passed,
    ...(stopped === undefined ? {} : { stopped }),
    ...(finished.length > 1 ? { targets } : {}),
  });
};

const rawReport = (run: FinishedCheck): RawReport => ({
  documents: run.documents,
  exitCode: exitCodeOf(run),
  root: run.root,
});

/** Parsers report what they saw; the cause depends on whose tree it was. */
const blame = (result: Measured<LintReport>, run: FinishedCheck, side: Side): Measured<LintReport> => {
  if (side === 'candidate') return result;
  if (isAbsent(run) && (!result.known || result.value.format === EXIT_CODE)) return absence(run);
  return result.known ? result : missing('not-configured', result.reason);
};

export const interpretTests = (run: FinishedCheck | undefined, side: Side): Measured<TestReport> => {
  if (run === undefined) return missing('not-configured', 'no test command');
  const parser = findTestParser(run.check.parser ?? 'auto');
  if (parser === undefined) return missing('not-configured', `no parser is called ${run.check.parser}`);
  const copies = readForeignOrigin(run.documents);
  if (copies !== null) return missing(causeOf(side), copies);
  const stopped = interruption(run, side);
  if (stopped !== null) return stopped;
  const read = parser.parse(rawReport(run));
  if (side === 'candidate' || (read.known && !isByExitCode(read.value))) return read;
  // If a reporter leaves nothing on the base, every tree is judged by the exit code.
  return isAbsent(run) ? absence(run) : exitCodeReport(rawReport(run));
};

export const interpretLint = (run: FinishedCheck | undefined, side: Side): Measured<LintReport> =>
  run === undefined ? missing('not-configured', 'no lint command') : readFindings(run, side);

/** If a checker does not reach any file on the base either, there is nothing to compare. */
export const interpretTypes = (run: FinishedCheck, side: Side): Measured<LintReport> => {
  const report = readFindings(run, side);
  if (side === 'candidate' || !report.known) return report;
  const { findings } = report.value;
  return findings.length > 0 && findings.every(({ file }) => file === '')
    ? missing('not-configured', `the type check fails on the base as well: ${findings[0]?.message}`)
    : report;
};

const readFindings = (run: FinishedCheck, side: Side): Measured<LintReport> => {
  const parser = findLintParser(run.check.parser ?? 'auto');
  if (parser === undefined) return missing('not-configured', `no parser is called ${run.check.parser}`);
  const stopped = interruption(run, side);
  if (stopped !== null) return stopped;
  const report = rawReport(run);
  const read = parser.parse(report);
  return blame(read.known ? read : (laterFailure(parser, report, run) ?? read), run, side);
};

/** In the same words on every tree, since findings are compared by their message. */
const LATER_FAILURE: Finding = {
  rule: EXIT_CODE,
  severity: 'error',
  file: '',
  line: 0,
  message: 'the linter finds nothing, and a command after it exits with an error',
};

/** `eslint . && prettier --check .`: the report is complete and clean, so the command after it failed. */
const laterFailure = (
  parser: LintParser,
  report: RawReport,
  { check }: FinishedCheck,
): Measured<LintReport> | null => {
  if (report.exitCode !== 1 || !/\s&&\s/.test(check.command)) return null;
  const read = parser.parse({ ...report, exitCode: 0 });
  if (!read.known || read.value.findings.length > 0 || read.value.trust === 'low-trust') return null;
  return measured({ ...read.value, trust: 'low-trust', errors: 1, findings: [LATER_FAILURE] });
};

export const interpretSecurity = (run: FinishedCheck | undefined, side: Side): Measured<SecurityCheck> => {
  if (run === undefined) return missing('not-configured', 'no security command');
  return interruption(run, side) ?? measured({ passed: exitCodeOf(run) === 0 });
};
