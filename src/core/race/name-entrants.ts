import { readAgentSpec } from '../agent/agent-spec.ts';
import { toCandidateName } from '../domain/candidate/candidate.ts';

export type NamedAttempt = { readonly name: string; readonly spec: string };

/** One name for every attempt: `claude`, or `claude-1`, `claude-2` where there are several. */
export const nameEntrants = (specs: readonly string[], attempts: number): readonly NamedAttempt[] => {
  const counts = new Map<string, number>();
  for (const spec of specs) {
    const { name, attempts: own } = readAgentSpec(spec);
    counts.set(name, (counts.get(name) ?? 0) + (own === 1 ? attempts : own));
  }
  return [...counts].flatMap(([spec, count]) =>
    Array.from({ length: count }, (_, at) => ({
      name: toCandidateName(count === 1 ? spec : `${spec}-${at + 1}`),
      spec,
    })),
  );
};
