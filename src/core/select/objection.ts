import type { DecisionPolicy } from '../domain/policy/decision-policy.ts';
import type { Contender } from './contender.ts';

/** Why the first is not named. Without `left`, those that the evidence does not distinguish from it are left. */
export type Objection = {
  readonly reason: string;
  readonly left?: readonly Contender[];
  readonly settle?: readonly string[];
  /** Whether candidates behave alike on other inputs would settle it. */
  readonly asksBehaviour?: boolean;
};

export type Field = {
  /** The likeliest first. */
  readonly ranked: readonly Contender[];
  readonly rivals: readonly Contender[];
  readonly policy: DecisionPolicy;
  /** Decided by rules of earlier engines, whose runs keep their results. */
  readonly earlier: boolean;
};

export type Objects = (first: Contender, field: Field) => Objection | null;
