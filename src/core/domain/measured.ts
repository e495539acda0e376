import * as z from 'zod';

/** The cause of an absence decides what it costs: nothing, a retry, or the whole dimension. */
export const Cause = z.enum(['not-configured', 'infrastructure', 'candidate']);
export type Cause = z.infer<typeof Cause>;

export type Known<T> = { readonly known: true; readonly value: T };
export type Missing = { readonly known: false; readonly cause: Cause; readonly reason: string };

/** A value, or the reason why it is missing and the cause. */
export type Measured<T> = Known<T> | Missing;

const MissingSchema = z.strictObject({ known: z.literal(false), cause: Cause, reason: z.string() });

export const measuredOf = <S extends z.ZodType>(value: S) =>
  z.discriminatedUnion('known', [z.strictObject({ known: z.literal(true), value }), MissingSchema]);

export const measured = <T>(value: T): Known<T> => ({ known: true, value });

export const missing = (cause: Cause, reason: string): Missing => ({ known: false, cause, reason });

export const mapMeasured = <T, U>(from: Measured<T>, change: (value: T) => U): Measured<U> =>
  from.known ? measured(change(from.value)) : from;

/** The value or null, for places that print the reason beside it. */
export const valueOrNull = <T>(from: Measured<T>): T | null => (from.known ? from.value : null);
