import * as z from 'zod';
import { measurable } from '../domain/json/document-value.ts';
import type { Measured } from '../domain/measured.ts';
import { readDocument } from './read-document.ts';

/** A participant. `index`: its position in the input. A tie-breaker may be unknown. */
export type Scored = {
  readonly index: number;
  readonly name: string;
  readonly total: number;
  readonly execSignals: number | null;
  readonly identifierMatch: number | null;
};

/** Never silently dropped. */
export type LeftOut = { readonly name: string; readonly index: number | null; readonly reason: string };

export type Scorecards = {
  readonly names: readonly string[];
  readonly scored: readonly Scored[];
  readonly leftOut: readonly LeftOut[];
  /** Of a tournament document, if it has one. */
  readonly k: number | null;
};

export type ReadScorecards =
  | ({ readonly ok: true } & Scorecards)
  | { readonly ok: false; readonly error: string };

const Scores = {
  total: measurable(z.number()),
  execSignals: measurable(z.number()),
  identifierMatch: measurable(z.number()),
};

/** A scorecard of any model, a line of a ranking, or the three numbers alone. */
const Card = z.looseObject({
  ...Scores,
  name: z.string().optional(),
  agent: z.string().optional(),
  breakdown: z.looseObject(Scores).optional(),
  /** Of a race that scored conventions. */
  conventions: z.looseObject({ breakdown: z.looseObject(Scores).optional() }).optional(),
  mergeable: z.boolean().optional(),
  status: z.string().optional(),
  gates: z.array(z.string()).optional(),
});
type Card = z.infer<typeof Card>;

const Field = z.looseObject({
  scores: z.array(Card).optional(),
  rankings: z.array(Card).optional(),
  rejected: z.array(z.looseObject({ agent: z.string(), reason: z.string() })).optional(),
  k: z.int().min(2, 'a group needs at least two places').optional(),
});

const List = z.array(Card);

const valueOf = (card: Card, key: keyof typeof Scores): Measured<number> => {
  const places = [card, card.breakdown, key === 'total' ? undefined : card.conventions?.breakdown];
  return places.map((place) => place?.[key]).find((each) => each?.known === true) ?? card[key];
};

const known = (measured: Measured<number>): number | null => (measured.known ? measured.value : null);

/** Gates decide who may win; an unknown total is not a score. */
const whyNot = (card: Card): string | null => {
  if (card.mergeable === false)
    return card.gates?.length ? `not mergeable: ${card.gates.join(', ')}` : 'not mergeable';
  if (card.status === 'unscored') return 'unscored';
  const total = valueOf(card, 'total');
  return total.known ? null : `no total: ${total.reason}`;
};

const collect = (cards: readonly Card[]): Omit<Scorecards, 'k'> => {
  const names = cards.map(({ name, agent }, index) => name ?? agent ?? `#${index}`);
  const [scored, leftOut]: [Scored[], LeftOut[]] = [[], []];
  for (const [index, card] of cards.entries()) {
    const name = names[index] ?? '';
    const reason = whyNot(card);
    const total = known(valueOf(card, 'total'));
    if (reason !== null || total === null) leftOut.push({ name, index, reason: reason ?? 'no total' });
    else
      scored.push({
        index,
        name,
        total,
        execSignals: known(valueOf(card, 'execSignals')),
        identifierMatch: known(valueOf(card, 'identifierMatch')),
      });
  }
  return { names, scored, leftOut };
};

/** A list of scorecards, a tournament document, or the output of a run. */
export const readScorecards = (document: unknown): ReadScorecards => {
  if (Array.isArray(document)) {
    const read = readDocument(List, document);
    return read.ok ? { ok: true, ...collect(read.value), k: null } : read;
  }
  const read = readDocument(Field, document);
  if (!read.ok) return read;
  const cards = read.value.rankings ?? read.value.scores;
  if (cards === undefined) return { ok: false, error: 'document: has neither rankings nor scores' };
  const { names, scored, leftOut } = collect(cards);
  const rejected = (read.value.rejected ?? []).map(({ agent, reason }) => ({
    name: agent,
    index: null,
    reason,
  }));
  return { ok: true, names, scored, leftOut: [...leftOut, ...rejected], k: read.value.k ?? null };
};
