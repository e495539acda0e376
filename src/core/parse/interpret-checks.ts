import type { Check } from '../domain/check/check.ts';
import { type CheckOutcome, stoppedAfter } from '../domain/check/check-outcome.ts';
import type { BuildResult } from '../domain/check/build-result.ts';
import type { SecurityCheck } from '../domain/check/security-check.ts';
import type { LintReport } from '../domain/check/lint-report.ts';
import { type Cause, type Measured, measured, missing } from '../domain/measured.ts';
import type { RawReport, ReportDocument } from '../domain/check/output-parser.ts';
import type { TestReport } from '../domain/check/test-report.ts';
import { findLintParser } from './lint/registry.ts';
import { findTestParser } from './tests/registry.ts';

/** A check that has ended, with what its parser is to read. */
export type FinishedCheck = {
  readonly check: Check;
  readonly outcome: CheckOutcome;
  readonly documents: readonly ReportDocument[];
  readonly root: string;
};

/** On the base an absent result means that the dimension is not configured. */
export type Side = 'baseline' | 'candidate';

const COMMAND_NOT_FOUND = new Set([126, 127]);

const causeOf = (side: Side): Cause => (side === 'baseline' ? 'not-configured' : 'candidate');

/** Why a command gave no exit code of its own; null if it did. */
const interruption = ({ check, outcome }: FinishedCheck, side: Side): Measured<never> | null => {
  switch (outcome.status) {
    case 'exited':
      return null;
    case 'timed-out':
      return missing(causeOf(side), `${check.name} was ${stoppedAfter(outcome)}`);
    case 'killed':
      return missing(causeOf(side), `${check.name} was killed by ${outcome.signal}`);
    case 'not-started':
      return missing('infrastructure', `${check.name} could not be started: ${outcome.reason}`);
  }
};

const exitCodeOf = ({ outcome }: FinishedCheck): number | null =>
  outcome.status === 'exited' ? outcome.exitCode : null;

/** A profile guesses commands; one that the base does not have is not a failing build. */
const isAbsent = ({ check, outcome }: FinishedCheck): boolean =>
  check.origin === 'profile' && outcome.status === 'exited' && COMMAND_NOT_FOUND.has(outcome.exitCode);

/** What a profile puts before every command. */
export const PRELUDE = /^(export \w+="[^"]*"; )+/;

const absence = ({ check, outcome }: FinishedCheck): Measured<never> => {
  const code = outcome.status === 'exited' ? ` (exit ${outcome.exitCode})` : '';
  const command = check.command.replace(PRELUDE, '').slice(0, 120);
  return missing('not-configured', `\`${command}\` calls a program that is not installed here${code}`);
};

/** A guessed build that fails on the base too says nothing about candidates; one the owner wrote down does. */
const isGuessed = ({ check, outcome }: FinishedCheck): boolean =>
  check.origin === 'profile' && outcome.status === 'exited' && outcome.exitCode !== 0;

const guessFailed = ({ check, outcome }: FinishedCheck): Measured<never> => {
  const code = outcome.status === 'exited' ? `exit ${outcome.exitCode}` : outcome.status;
  const command = check.command.replace(PRELUDE, '').slice(0, 120);
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

/** Parsers say what they saw; who is to blame depends on whose tree it was. */
const blame = <T>(result: Measured<T>, run: FinishedCheck, side: Side): Measured<T> => {
  if (result.known || side === 'candidate') return result;
  return isAbsent(run) ? absence(run) : missing('not-configured', result.reason);
};

export const interpretTests = (run: FinishedCheck | undefined, side: Side): Measured<TestReport> => {
  if (run === undefined) return missing('not-configured', 'no test command');
  const parser = findTestParser(run.check.parser ?? 'auto');
  if (parser === undefined) return missing('not-configured', `no parser is called ${run.check.parser}`);
  return interruption(run, side) ?? blame(parser.parse(rawReport(run)), run, side);
};

export const interpretLint = (run: FinishedCheck | undefined, side: Side): Measured<LintReport> => {
  if (run === undefined) return missing('not-configured', 'no lint command');
  const parser = findLintParser(run.check.parser ?? 'auto');
  if (parser === undefined) return missing('not-configured', `no parser is called ${run.check.parser}`);
  return interruption(run, side) ?? blame(parser.parse(rawReport(run)), run, side);
};

export const interpretSecurity = (run: FinishedCheck | undefined, side: Side): Measured<SecurityCheck> => {
  if (run === undefined) return missing('not-configured', 'no security command');
  return interruption(run, side) ?? measured({ passed: exitCodeOf(run) === 0 });
};
