import { canonicalJson } from '../../../core/domain/json/canonical-json.ts';
import type { TrustPolicy } from '../../../core/domain/policy/trust-policy.ts';
import type { Digest } from '../../ports/clock.ts';
import type { ConfiguredAgent } from '../../ports/configured-agent.ts';
import type { TrialJudge } from '../../ports/trial-judge.ts';
import type { TrialCase } from './run-trial.ts';

/** Raised when stored trials would no longer equal new ones. */
const KEY_VERSION = 1;

type Actors = { readonly agent: ConfiguredAgent; readonly judge: TrialJudge | null };

/** The same task, configuration, agent, judge, seed and settings of flags: the same trial, run only once. */
export const trialKey = (
  digest: Digest,
  { agent, judge }: Actors,
  which: TrialCase,
  trust?: TrustPolicy,
): string =>
  digest(
    canonicalJson({
      version: KEY_VERSION,
      task: which.task.hash,
      configuration: which.configuration.hash,
      agent: { spec: agent.spec, version: agent.version },
      judge: which.task.criteria.length === 0 ? null : (judge?.spec ?? null),
      seed: which.planned.seed,
      ...(Object.keys(trust?.flags ?? {}).length === 0 ? {} : { flags: trust?.flags }),
    }),
  );
