import type { Conclusion } from './domain/conclusion.ts';
import type { Captured, Evidence, TreeEvidence } from './domain/evidence.ts';
import { mapMeasured, measured, missing, type Measured } from './domain/measured.ts';
import type { BaselineFacts, RaceFacts } from './domain/race-facts.ts';
import type { RacePolicy } from './domain/race-policy.ts';
import type { TrustPolicy } from './domain/trust-policy.ts';
import { judgeRace } from './judge-race.ts';

/** How a run is concluded: scores, gates, and what is believed. */
export type RunPolicy = RacePolicy & { readonly trust?: TrustPolicy };

const given = (value: number | undefined, what: string): Measured<number> =>
  value === undefined ? missing('not-configured', `${what} was not recorded`) : measured(value);

const baselineFacts = ({ build, tests, lint }: TreeEvidence): BaselineFacts => ({ build, tests, lint });

/** Sizes are the effective ones: reformatting a file is not a change of it. */
const raceFacts = (evidence: Evidence): RaceFacts => {
  const { name, provenance } = evidence.candidate;
  return {
    ...baselineFacts(evidence),
    agent: name,
    status: measured(provenance.status),
    durationMs: given(provenance.duration_ms, 'how long the agent took'),
    costUsd: given(provenance.usd, 'what the agent cost'),
    diff: mapMeasured(evidence.diff, ({ effectiveAdded, effectiveRemoved, files, effect }) => ({
      added: effectiveAdded,
      removed: effectiveRemoved,
      files,
      effect,
    })),
    security: evidence.security,
    flags: evidence.flags,
  };
};

/** From what a run saw to what it decided. Replaying a run is calling this again. */
export const conclude = (captured: Captured, policy: RunPolicy, runId: string): Conclusion => {
  const { isolation, notes, baseline, evidence, rejected } = captured;
  const judgement = judgeRace(
    { baseline: baselineFacts(baseline), candidates: evidence.map(raceFacts) },
    policy,
  );
  const degraded = isolation.level === 'degraded' ? [`sandbox: degraded (${isolation.detail})`] : [];
  return {
    run_id: runId,
    ...judgement,
    rejected: rejected.map(({ candidate, reason }) => ({ agent: candidate.name, reason })),
    notes: [...notes, ...degraded, ...judgement.notes],
  };
};
