import * as z from 'zod';
import type { Kind } from './candidates.ts';

/** What `hydra evaluate --json` prints, as far as the campaign reads it. */
export const Verdict = z.object({
  winner: z.string().nullable(),
  rankings: z.array(
    z.object({
      agent: z.string(),
      mergeable: z.boolean(),
      total: z.number().nullable().optional(),
      breakdown: z.record(z.string(), z.number().nullable()),
      gates: z.array(z.string()),
      reasons: z.record(z.string(), z.string()).optional(),
    }),
  ),
  rejected: z.array(z.object({ agent: z.string(), reason: z.string() })),
  evidence_strength: z.object({ level: z.string() }).loose().or(z.string()).optional(),
  /** A leaning names the likeliest candidates; it is not a winner, and nothing merges it. */
  decision: z
    .object({ kind: z.string(), candidates: z.array(z.string()), reason: z.string() })
    .loose()
    .optional(),
  notes: z.array(z.string()).optional(),
});
type Verdict = z.infer<typeof Verdict>;

/** A candidate as it took part: `right` if its source is the fix's, or tests cannot tell it from the fix. */
export type Entrant = {
  readonly name: string;
  readonly kind: Kind;
  readonly right: boolean;
  readonly told: string;
};

export type Outcome = 'right' | 'abstained' | 'wrong' | 'not-run';
export type Judgement = {
  readonly outcome: Outcome;
  readonly winner: Kind | null;
  readonly strong: boolean;
  /** The leaning without a winner; empty: none. */
  readonly leaning: readonly Kind[];
  /** The fix with its own tests was not mergeable. */
  readonly refused: boolean;
  readonly why: string;
};

const strengthOf = ({ evidence_strength: strength }: Verdict): string =>
  typeof strength === 'string' ? strength : (strength?.level ?? 'none');

/** Why the fix was refused, or why nothing ran, in the words of the result. */
const complaintOf = (verdict: Verdict, name: string): string => {
  const rejected = verdict.rejected.find(({ agent }) => agent === name);
  if (rejected) return rejected.reason;
  const ranked = verdict.rankings.find(({ agent }) => agent === name);
  return (ranked?.gates ?? []).map((gate) => `${gate}: ${ranked?.reasons?.[gate] ?? 'failed'}`).join('; ');
};

export const judge = (verdict: Verdict, entrants: readonly Entrant[]): Judgement => {
  const named = new Map(entrants.map((entrant) => [entrant.name, entrant]));
  const fix = entrants.find(({ kind }) => kind === 'with-tests')?.name ?? '';
  const isMergeable = verdict.rankings.some(({ agent, mergeable }) => agent === fix && mergeable);
  const winner = verdict.winner === null ? null : (named.get(verdict.winner) ?? null);
  const strong = strengthOf(verdict) === 'strong';
  const leaning =
    verdict.decision?.kind === 'leaning'
      ? verdict.decision.candidates.flatMap((name) => named.get(name)?.kind ?? [])
      : [];
  const common = { winner: winner?.kind ?? null, strong, leaning, refused: !isMergeable };
  const hasTests = verdict.rankings.some(({ breakdown }) => typeof breakdown.tests === 'number');
  if (!hasTests) {
    const why = verdict.rankings.map(({ reasons }) => reasons?.tests ?? '').find((text) => text !== '');
    return { ...common, outcome: 'not-run', why: why ?? verdict.notes?.[0] ?? 'no test was measured' };
  }
  const why = isMergeable ? '' : complaintOf(verdict, fix);
  if (winner === null)
    return { ...common, outcome: 'abstained', why: why || (verdict.decision?.reason ?? '') };
  return winner.right
    ? { ...common, outcome: 'right', why }
    : { ...common, outcome: 'wrong', why: why || winner.told };
};
