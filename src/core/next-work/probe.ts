import type { RunPolicy } from '../conclude/score-captured.ts';
import { BASELINE } from '../domain/evidence/baseline.ts';
import type { TreeEvidence } from '../domain/evidence/evidence.ts';
import type { Probes } from '../domain/evidence/probes.ts';
import type { Measured } from '../domain/measured.ts';
import { type CapturedSoFar, distinctSources } from './captured-so-far.ts';
import type { Inquiry } from './inquiry.ts';
import { contenders } from './may-win.ts';

/** Of the time that the checks took. */
const SHARE = 0.5;
/** Small projects are checked in less time than it takes to start a few programs. */
const LEAST_MS = 5000;

const tookMs = ({ runs }: TreeEvidence): number =>
  runs.reduce((sum, { outcome }) => sum + ('durationMs' in outcome ? outcome.durationMs : 0), 0);

/** Seconds that probes may take in all, over all trees. */
export const probeSeconds = ({ baseline, evidence }: CapturedSoFar, policy: RunPolicy): number => {
  const checksMs = tookMs(baseline) + evidence.reduce((sum, one) => sum + tookMs(one), 0);
  return Math.min(policy.probe?.seconds ?? 0, Math.max(LEAST_MS, SHARE * checksMs) / 1000);
};

/** Candidates that may win and differ are compared beyond their tests. */
export const probe: Inquiry<'probe'> = {
  kind: 'probe',
  ask: (captured, policy) => {
    if (captured.probes !== undefined || captured.examination === undefined) return [];
    const seconds = probeSeconds(captured, policy);
    const scripts = policy.probe?.scripts === true && captured.examination.setting.scripts === true;
    if (seconds <= 0 && !scripts) return [];
    if (distinctSources(contenders(captured, policy)).length < 2) return [];
    const names = captured.evidence
      .filter(({ build }) => !build.known || build.value.passed)
      .map(({ candidate }) => candidate.name);
    return [{ kind: 'probe', candidate: BASELINE, seconds, scripts, names }];
  },
};

export const addProbes = (captured: CapturedSoFar, probes: Measured<Probes>): CapturedSoFar => ({
  ...captured,
  probes,
});
