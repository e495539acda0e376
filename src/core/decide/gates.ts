import type { GatePolicy } from '../domain/policy/race-rules.ts';
import type { BaselineFacts, RaceFacts } from '../domain/run/race-facts.ts';
import type { Measured } from '../domain/measured.ts';
import type { TestChange } from '../domain/candidate/test-change.ts';
import { compareText } from '../math/compare-text.ts';
import { pairMeasured } from '../math/pair-measured.ts';
import { testsGate } from './tests-gate.ts';

export type GateInput = {
  readonly candidate: RaceFacts;
  readonly baseline: BaselineFacts;
  readonly tests: Measured<TestChange>;
  readonly policy: GatePolicy;
};

/** Gate name → why it is closed. */
export type FailedGates = Readonly<Record<string, string>>;

/** Null: the gate is open. */
type Gate = (input: GateInput) => string | null;

const build: Gate = ({ candidate, baseline, policy }) => {
  if (!policy.require_build_pass) return null;
  const pair = pairMeasured(baseline.build, candidate.build);
  if (!pair.known) return pair.cause === 'not-configured' ? null : `no build result: ${pair.reason}`;
  const { passed, stopped } = pair.value.own;
  return passed ? null : (stopped ?? 'the build fails');
};

const types: Gate = ({ candidate: { typeFailure }, policy }) =>
  policy.fail_on_new_type_errors ? (typeFailure ?? null) : null;

const security: Gate = ({ candidate: { security: result } }) => {
  if (result.known) return result.value.passed ? null : 'the security check fails';
  return result.cause === 'not-configured' ? null : `no result of the security check: ${result.reason}`;
};

const noChange: Gate = ({ candidate: { diff } }) => {
  if (!diff.known) return `the diff is unknown: ${diff.reason}`;
  const { files, added, removed, effect } = diff.value;
  if (files.length === 0 && added + removed === 0) return 'the candidate changes nothing';
  return effect ? null : 'the change has no effect: the code is the same apart from its formatting';
};

const STATUS_SENTENCE = { failed: 'the agent failed', timed_out: 'the agent timed out' } as const;

const agent: Gate = ({ candidate: { status, ended } }) => {
  if (!status.known) return `the agent's status is unknown: ${status.reason}`;
  return status.value === 'completed' ? null : (ended ?? STATUS_SENTENCE[status.value]);
};

const GATES = { build, tests: testsGate, types, security, no_change: noChange, agent } as const;

/** Fail closed: an unknown gate blocks a merge just as a failed one does. */
export const failedGates = (input: GateInput): FailedGates => {
  const shut = new Map<string, string>(Object.entries(input.candidate.blocking ?? {}));
  for (const [name, gate] of Object.entries(GATES)) {
    const sentence = gate(input);
    if (sentence !== null) shut.set(name, sentence);
  }
  return Object.fromEntries([...shut].sort(([left], [right]) => compareText(left, right)));
};
