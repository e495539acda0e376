import { readAgentSpec } from '../agent/agent-spec.ts';
import { toCandidateName } from '../domain/candidate/candidate.ts';
import { BASELINE } from '../domain/evidence/baseline.ts';

export type NamedAttempt = { readonly name: string; readonly spec: string };

/** The name of the attempt that may combine the best ones. */
export const SYNTHESIS = 'synthesis';

/** Two specs may become one name of a folder: `a/b` and `a_b`. */
const unlike = (name: string, taken: ReadonlySet<string>): string => {
  let [free, more] = [name, 2];
  while (taken.has(free)) {
    free = `${name}.${more}`;
    more += 1;
  }
  return free;
};

/** One name for every attempt: `claude`, or `claude-1`, `claude-2` where there are several. */
export const nameEntrants = (specs: readonly string[], attempts: number): readonly NamedAttempt[] => {
  const counts = new Map<string, number>();
  for (const spec of specs) {
    const { name, attempts: own, counted } = readAgentSpec(spec);
    counts.set(name, (counts.get(name) ?? 0) + (counted ? own : attempts));
  }
  const taken = new Set([SYNTHESIS, BASELINE]);
  const named: NamedAttempt[] = [];
  for (const [spec, count] of counts)
    for (let at = 1; at <= count; at += 1) {
      const name = unlike(toCandidateName(count === 1 ? spec : `${spec}-${at}`), taken);
      taken.add(name);
      named.push({ name, spec });
    }
  return named;
};

/** `claude+1`: another attempt of the same agent, which starts from its change. */
export const refinedName = (name: string, round: number): string => `${lineOf(name, round)}+${round}`;

/** The first attempt that one of an earlier round goes back to; a name may end like that by itself. */
export const lineOf = (name: string, round: number): string => {
  const [, line = name, number = ''] = /^(.+)\+(\d+)$/s.exec(name) ?? [];
  return Number(number) >= 1 && Number(number) < round ? line : name;
};
