import { behaviourDecides, likeliestFirst } from '../conclude/choose.ts';
import type { RunPolicy } from '../conclude/score-captured.ts';
import { BASELINE } from '../domain/evidence/baseline.ts';
import type { Evidence, TreeEvidence } from '../domain/evidence/evidence.ts';
import type { Probes } from '../domain/evidence/probes.ts';
import type { Measured } from '../domain/measured.ts';
import { type CapturedSoFar, distinctSources } from './captured-so-far.ts';
import type { Inquiry } from './inquiry.ts';
import { contenders, notStopped } from './may-win.ts';

/** Share of the time that the checks took. */
const SHARE = 0.5;
/** Checks of small projects take less time than starting a few programs. */
const LEAST_MS = 5000;
const LEAST_SCRIPTS_MS = 30_000;

const tookMs = ({ runs }: TreeEvidence): number =>
  runs.reduce((sum, { outcome }) => sum + ('durationMs' in outcome ? outcome.durationMs : 0), 0);

const shareOfChecks = ({ baseline, evidence }: CapturedSoFar, leastMs: number): number => {
  const checksMs = tookMs(baseline) + evidence.reduce((sum, one) => sum + tookMs(one), 0);
  return Math.max(leastMs, SHARE * checksMs) / 1000;
};

/** Without a setting, calls are played only if they would settle who wins. */
const SECONDS_TO_SETTLE = 30;

const mostSeconds = (captured: CapturedSoFar, policy: RunPolicy): number => {
  if (policy.probe === undefined || policy.probe.seconds !== undefined) return policy.probe?.seconds ?? 0;
  if (captured.examination?.setting.panelInputs === true) return SECONDS_TO_SETTLE;
  const hiddenSettles = captured.examination?.setting.hiddenTests !== 'none';
  return !hiddenSettles && behaviourDecides(captured, policy) ? SECONDS_TO_SETTLE : 0;
};

/** Seconds that calls may take in all, over all trees. */
export const probeSeconds = (captured: CapturedSoFar, policy: RunPolicy): number =>
  Math.min(mostSeconds(captured, policy), shareOfChecks(captured, LEAST_MS));

/** More patches are too much to read side by side. */
const MOST_SHOWN = 4;

const proposalsFor = (
  captured: CapturedSoFar,
  policy: RunPolicy,
  rivals: readonly Evidence[],
): readonly string[] => {
  const place = new Map(likeliestFirst(captured, policy).map((name, at) => [name, at]));
  const last = place.size;
  return rivals
    .map(({ candidate }) => candidate.name)
    .toSorted((one, other) => (place.get(one) ?? last) - (place.get(other) ?? last))
    .slice(0, MOST_SHOWN);
};

/** Candidates that may win and differ are compared beyond their tests. */
export const probe: Inquiry<'probe'> = {
  kind: 'probe',
  ask: (captured, policy) => {
    if (captured.probes !== undefined || captured.examination === undefined) return [];
    const rivals = distinctSources(contenders(captured, policy));
    // Calls are compared between candidates; the example in a task shows something about a single one too.
    const seconds = rivals.length < 2 ? 0 : probeSeconds(captured, policy);
    const wantsScripts = policy.probe?.scripts === true && captured.examination.setting.scripts === true;
    const scriptSeconds = wantsScripts && rivals.length > 0 ? shareOfChecks(captured, LEAST_SCRIPTS_MS) : 0;
    if (seconds <= 0 && scriptSeconds <= 0) return [];
    const names = notStopped(captured.evidence, policy)
      .filter(({ build }) => !build.known || build.value.passed)
      .map(({ candidate }) => candidate.name);
    const proposes = seconds > 0 && captured.examination.setting.panelInputs === true;
    return [
      {
        kind: 'probe',
        candidate: BASELINE,
        seconds,
        scriptSeconds,
        names,
        ...(proposes ? { proposals: proposalsFor(captured, policy, rivals) } : {}),
      },
    ];
  },
};

export const addProbes = (captured: CapturedSoFar, probes: Measured<Probes>): CapturedSoFar => ({
  ...captured,
  probes,
});
