import type { SchemaFiles } from '../../../core/domain/check/schema-findings.ts';

export type Complaint = { readonly path: string; readonly message: string };

/** Checks all documents of one kind together; total for any input. */
export type SchemaChecker = {
  readonly by: string;
  readonly check: (files: SchemaFiles) => readonly Complaint[];
};

const LONGEST_MESSAGE = 300;

export const sentenceOf = (error: unknown): string =>
  (error instanceof RangeError
    ? 'it is nested too deeply'
    : error instanceof Error
      ? (error.message.split('\n')[0] ?? '')
      : String(error)
  ).slice(0, LONGEST_MESSAGE);

/** Each file by itself; an exception is a finding too. */
export const eachFile =
  (check: (text: string, path: string) => readonly string[]): SchemaChecker['check'] =>
  (files) =>
    [...files].flatMap(([path, text]) => {
      try {
        return check(text, path).map((message) => ({ path, message }));
      } catch (error) {
        return [{ path, message: sentenceOf(error) }];
      }
    });
