import { shellQuote } from '../../domain/check/shell-quote.ts';

/** The program that ran the tests, or the first that exists. */
export const programOf = (program: string | null): string =>
  program === null ? '"$(command -v python || command -v python3)"' : shellQuote(program);
