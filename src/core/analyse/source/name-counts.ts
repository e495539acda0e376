import { entryOf, ROLES, type SourceFacts } from '../../domain/source/source-facts.ts';

const MAX_NAMES = 20_000;

export type NameCounts = {
  /** Counts by role of one name; null if there are too many names. */
  of(name: string): Uint32Array | null;
  readonly full: boolean;
  packed(): Pick<SourceFacts, 'names' | 'entries'>;
};

export const createNameCounts = (): NameCounts => {
  const known = new Map<string, Uint32Array>();
  let full = false;
  return {
    of(name) {
      const counts = known.get(name);
      if (counts !== undefined) return counts;
      if (known.size >= MAX_NAMES) {
        full = true;
        return null;
      }
      const fresh = new Uint32Array(ROLES.length);
      known.set(name, fresh);
      return fresh;
    },
    get full() {
      return full;
    },
    packed() {
      const entries: number[] = [];
      let at = 0;
      for (const counts of known.values()) {
        for (let role = 0; role < counts.length; role += 1) {
          const count = counts[role] ?? 0;
          if (count > 0) entries.push(at, entryOf(role, count));
        }
        at += 1;
      }
      return { names: [...known.keys()], entries: Uint32Array.from(entries) };
    },
  };
};
