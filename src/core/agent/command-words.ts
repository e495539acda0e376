import { shellQuote } from '../domain/check/shell-quote.ts';

/** Options that have a value, as words for /bin/sh; those without one are left out. */
export const optionWords = (
  options: readonly (readonly [name: string, value: string | number | null | undefined])[],
): readonly string[] =>
  options.flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [name, shellQuote(String(value))],
  );
