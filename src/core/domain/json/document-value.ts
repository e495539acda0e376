import * as z from 'zod';
import { Cause, measured, missing, type Cause as CauseOf, type Measured } from '../measured.ts';
import { isObject } from './is-object.ts';

/** A value beside its own absence is a contradiction, not an unknown key. */
const Absence = z
  .looseObject({ missing: z.string(), cause: Cause.optional() })
  .superRefine((absence, ctx) => {
    for (const key of Object.keys(absence))
      if (key !== 'missing' && key !== 'cause')
        ctx.addIssue({
          code: 'custom',
          path: [key],
          message: 'a missing value has nothing but its reason and cause',
        });
  });

type Context = { readonly issues: z.core.$ZodRawIssue[] };

const report = (ctx: Context, error: z.ZodError, at: readonly PropertyKey[] = []): void => {
  for (const issue of error.issues)
    ctx.issues.push({ ...issue, path: [...at, ...issue.path] } as z.core.$ZodRawIssue);
};

/** A value, or one of three ways to state that it is missing: absent, null, `{"missing": reason}`. */
export const measurable = <S extends z.ZodType>(value: S, cause: CauseOf = 'not-configured') =>
  z
    .unknown()
    .transform((raw, ctx): Measured<z.output<S>> => {
      if (raw === null || raw === undefined) return missing(cause, 'not given');
      const states = isObject(raw) && Object.hasOwn(raw, 'missing');
      const parsed = (states ? Absence : value).safeParse(raw);
      if (!parsed.success) {
        report(ctx, parsed.error);
        return z.NEVER;
      }
      if (!states) return measured(parsed.data as z.output<S>);
      const absence = parsed.data as z.output<typeof Absence>;
      return missing(absence.cause ?? cause, absence.missing || 'no reason given');
    })
    .prefault(null);

/** A record with any keys, including `__proto__`, as a map: zod's own record drops that one silently. */
export const mapOf = <S extends z.ZodType>(value: S) =>
  z.unknown().transform((raw, ctx): ReadonlyMap<string, z.output<S>> => {
    if (!isObject(raw)) {
      ctx.issues.push({ code: 'invalid_type', expected: 'record', input: raw } as z.core.$ZodRawIssue);
      return z.NEVER;
    }
    const entries = new Map<string, z.output<S>>();
    for (const key of Object.keys(raw)) {
      const parsed = value.safeParse(raw[key]);
      if (parsed.success) entries.set(key, parsed.data);
      else report(ctx, parsed.error, [key]);
    }
    return entries;
  });

/** The same as a record without a prototype, so that no key has a special meaning. */
export const recordOf = <S extends z.ZodType>(value: S) =>
  mapOf(value).transform((entries) => {
    const record = Object.create(null) as Record<string, z.output<S>>;
    for (const [key, entry] of entries) record[key] = entry;
    return record;
  });

/** Reports every entry whose name is already used, at its place in the document. */
export const refuseTwins =
  <T>(list: string, key: keyof T & string) =>
  (entries: readonly T[], ctx: z.RefinementCtx): void => {
    const seen = new Set<unknown>();
    for (const [index, entry] of entries.entries()) {
      if (seen.has(entry[key]))
        ctx.addIssue({
          code: 'custom',
          path: [index, key],
          message: `"${String(entry[key])}" is there twice in ${list}`,
        });
      seen.add(entry[key]);
    }
  };

export const Count = z.int().nonnegative();
export const Amount = z.number().nonnegative();
export const Share = z.number().min(0).max(1);
