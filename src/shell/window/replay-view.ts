import { conclude } from '../../core/conclude/conclude.ts';
import type { RunPolicy } from '../../core/conclude/score-captured.ts';
import { racePolicyOf } from '../../core/conclude/race-policy-of.ts';
import { Weights } from '../../core/domain/policy/race-policy.ts';
import type { HydraConfig } from '../../core/domain/policy/hydra-config.ts';
import type { FlipsRequest, WeightFlips, WhatIf, WhatIfRequest } from '../../core/domain/window/what-if.ts';
import { unexamined } from '../../core/next-work/unexamined.ts';
import { toContract } from '../../core/report/run/json-contract.ts';
import { searchFlips } from '../../core/view/weight-flips.ts';
import { UserError } from '../errors/user-error.ts';
import { findStored } from './find-run.ts';
import type { WindowTools } from './window-tools.ts';

const withWeights = (config: HydraConfig, asked: FlipsRequest['weights']): RunPolicy['weights'] => {
  const read = Weights.safeParse({ ...config.scoring.weights, ...asked });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new UserError(
    'weights',
    `These weights cannot be used: ${[...(issue?.path ?? []), issue?.message].join(' ')}`.slice(0, 300),
    'Weights are numbers of 0 or more, by dimension.',
  );
};

/** Absent values stay as the run's own policy has them. */
const merged = <T extends object>(own: T | undefined, asked: Partial<Record<keyof T, unknown>> = {}): T => ({
  ...(own as T),
  ...Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)),
});

/** Concludes again under another policy, through the core, and lists what moved. */
export const whatIf = async (
  tools: WindowTools,
  run: string,
  { weights, gates, decision, unexamined: asksUnexamined }: WhatIfRequest,
): Promise<WhatIf> => {
  const stored = await findStored(tools, run);
  const { id, config, captured, conclusion: before } = stored;
  const own = racePolicyOf(config);
  const policy: RunPolicy = {
    ...own,
    weights: withWeights(config, weights),
    gates: merged(own.gates, gates),
    ...(own.decision === undefined ? {} : { decision: merged(own.decision, decision) }),
  };
  // Sliders change only weights.
  const after =
    gates === undefined && decision === undefined
      ? tools.runs.decider(stored).conclude(policy.weights)
      : conclude(captured, policy, id);
  const places = new Map(before.rankings.map(({ agent }, at) => [agent, at + 1]));
  return {
    conclusion: toContract(after),
    winner: { before: before.winner, after: after.winner },
    moved: after.rankings.flatMap(({ agent }, at) => {
      const place = places.get(agent) ?? at + 1;
      return place === at + 1 ? [] : [{ agent, before: place, after: at + 1 }];
    }),
    unexamined: asksUnexamined ? [...unexamined(captured, policy, own)] : null,
  };
};

/** Where the winner changes if only one weight is varied. */
export const flips = async (
  tools: WindowTools,
  run: string,
  { weights }: FlipsRequest,
): Promise<WeightFlips> => {
  const stored = await findStored(tools, run);
  const asked = withWeights(stored.config, weights);
  const { winner, dimensions } = searchFlips(tools.runs.decider(stored), asked);
  const found: WeightFlips['dimensions'] = [];
  for (const search of dimensions) {
    const steps = search();
    let step = steps.next();
    while (step.done !== true) {
      // Other requests are answered between steps.
      await new Promise<void>((resolve) => setImmediate(resolve));
      step = steps.next();
    }
    found.push(step.value);
  }
  return { winner, dimensions: found };
};
