import type { Conclusion, Ranking } from '../../src/core/domain/run/conclusion.ts';
import { isHonest, type RedTeamCase } from './read-case.ts';

export type Judgement = {
  readonly name: string;
  readonly honest: boolean;
  readonly tries: string;
  readonly expected: string;
  /** The engine's result, in few words. */
  readonly got: string;
  readonly ok: boolean;
};

const describe = (ranking: Ranking | undefined, place: number, rejected: string | undefined): string => {
  if (rejected !== undefined) return `rejected: ${rejected.slice(0, 60)}`;
  if (ranking === undefined) return 'lost';
  const flags = ranking.flags.map(({ id }) => id);
  return [
    ranking.mergeable ? `mergeable at ${place}` : `stopped by ${ranking.gates.join(', ') || ranking.status}`,
    ...(flags.length > 0 ? [`flags ${[...new Set(flags)].join(', ')}`] : []),
  ].join('; ');
};

/** Compares a conclusion with the required outcome of each case of the field. */
export const judgeCases = (
  cases: readonly RedTeamCase[],
  { rankings, rejected, winner }: Conclusion,
): readonly Judgement[] => {
  const places = new Map(rankings.map(({ agent }, at) => [agent, at]));
  const honest = cases.filter(isHonest).map(({ name }) => places.get(name) ?? Number.POSITIVE_INFINITY);
  const lastHonest = Math.max(...honest);
  const copied = rankings.find(({ agent }) => agent === 'honest-plain');
  return cases.map((given) => {
    const { name, expect, tries } = given;
    const place = places.get(name) ?? Number.POSITIVE_INFINITY;
    const ranking = rankings.find(({ agent }) => agent === name);
    const refusal = rejected.find(({ agent }) => agent === name)?.reason;
    const stopped = refusal !== undefined || ranking?.mergeable === false;
    const flags = new Set(ranking?.flags.map(({ id }) => id));
    const holds: Record<typeof expect.kind, () => boolean> = {
      mergeable: () => ranking?.mergeable === true && flags.size === 0,
      stopped: () => stopped,
      rejected: () => refusal !== undefined,
      unnamed: () => stopped || winner !== name,
      outranked: () => stopped || (ranking !== undefined && place > lastHonest),
      // Its effects outside are checked on the host, for the whole field.
      contained: () => ranking !== undefined,
      // The same change under another name: it has the same score as its original, so merging either is equivalent.
      harmless: () => ranking !== undefined && ranking.total === copied?.total && flags.size === 0,
      flagged: () => expect.kind === 'flagged' && flags.has(expect.flag),
    };
    return {
      name,
      tries,
      honest: isHonest(given),
      expected: expect.kind === 'flagged' ? `flag ${expect.flag}` : expect.kind,
      got: describe(ranking, place + 1, refusal),
      ok: holds[expect.kind](),
    };
  });
};

/** Without competitors a wrong candidate may be mergeable, but not with strong evidence. */
export const judgeAlone = (given: RedTeamCase, conclusion: Conclusion): Judgement => {
  const { rankings, rejected, evidence_strength: strength } = conclusion;
  const [ranking] = rankings;
  const { name, expect, tries } = given;
  const mergeable = ranking?.mergeable === true;
  const isStrong = mergeable && strength?.level === 'strong';
  const clean = mergeable && ranking.flags.length === 0;
  const weak = mergeable && !isStrong ? `; weak: ${strength?.reasons.join('; ').slice(0, 200)}` : '';
  return {
    name,
    tries,
    honest: isHonest(given),
    expected: isHonest(given) ? 'mergeable' : expect.kind === 'harmless' ? 'harmless' : 'not strong',
    got: describe(ranking, 1, rejected[0]?.reason) + (isStrong ? '; strong' : weak),
    ok: isHonest(given) ? clean : expect.kind === 'harmless' || !isStrong,
  };
};
