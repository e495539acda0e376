import { sortedRecord } from '../../../../core/domain/json/sorted-records.ts';

/** A record as its difference from the baseline's. */
export type RecordDelta<T> = {
  changed: Record<string, T>;
  absent: string[];
};

type Records<T> = Readonly<Record<string, T>>;
const NOTHING: Record<string, never> = Object.freeze(Object.create(null));

export const deltaOf = <T extends string>(base: Records<T> = NOTHING, record: Records<T>): RecordDelta<T> => {
  const changed: Record<string, T> = Object.create(null);
  for (const key of Object.keys(record)) {
    const value = record[key] as T;
    if (!Object.hasOwn(base, key) || base[key] !== value) changed[key] = value;
  }
  return { changed, absent: Object.keys(base).filter((key) => !Object.hasOwn(record, key)) };
};

/**
 * Turns deltas back into records, for all candidates at once. Keys are in order. A record equal to the baseline's
 * is the same object: most candidates cost nothing.
 */
export const deltaApplier = <T extends string>(base: Record<string, T> = NOTHING) => {
  const keys = Object.keys(base);
  const values = Object.values(base);
  return ({ changed, absent }: RecordDelta<T>): Record<string, T> => {
    const changes = Object.keys(changed);
    if (changes.length === 0 && absent.length === 0) return base;
    const whole: Record<string, T> = Object.create(null);
    for (let at = 0; at < keys.length; at++) whole[keys[at] as string] = values[at] as T;
    for (const key of absent) delete whole[key];
    let grown = false;
    for (const key of changes) {
      grown ||= !Object.hasOwn(base, key);
      whole[key] = changed[key] as T;
    }
    return grown ? sortedRecord(whole) : whole;
  };
};
