/** The outcome of one call on one tree. */
export type PlayedOutcome = {
  readonly kind: 'returned' | 'threw' | 'timeout' | 'missing' | 'unbuilt';
  /** How it failed in a language without exceptions. */
  readonly how?: 'error' | 'panic';
  readonly type: string;
  readonly text: string;
  readonly digest: string;
};

const KINDS: ReadonlySet<string> = new Set(['returned', 'threw', 'timeout', 'missing', 'unbuilt']);
const MOST_LINES = 10_000;
const LONGEST_LINE = 20_000;

const textOf = (value: unknown, most: number): string =>
  typeof value === 'string' ? value.slice(0, most) : '';

const outcomeIn = (value: unknown): PlayedOutcome | null => {
  if (typeof value !== 'object' || value === null) return null;
  const { kind, how, type, text, digest } = value as Readonly<Record<string, unknown>>;
  if (typeof kind !== 'string' || !KINDS.has(kind)) return null;
  return {
    kind: kind as PlayedOutcome['kind'],
    ...(how === 'error' || how === 'panic' ? { how } : {}),
    type: textOf(type, 100),
    text: textOf(text, 300),
    digest: textOf(digest, 64),
  };
};

/** Outcomes by the position of the call. The player wrote them, but the tree's own code may have written too. */
export const readOutcomes = (texts: readonly string[]): ReadonlyMap<number, PlayedOutcome> => {
  const outcomes = new Map<number, PlayedOutcome>();
  for (const line of texts.flatMap((text) => text.split('\n', MOST_LINES)).slice(0, MOST_LINES)) {
    if (line.length > LONGEST_LINE) continue;
    try {
      const record: unknown = JSON.parse(line);
      const { i, o } = (record ?? {}) as { readonly i?: unknown; readonly o?: unknown };
      const outcome = outcomeIn(o);
      if (outcome !== null && Number.isSafeInteger(i)) outcomes.set(i as number, outcome);
    } catch {
      // The line is cut short, or the player did not write it.
    }
  }
  return outcomes;
};
