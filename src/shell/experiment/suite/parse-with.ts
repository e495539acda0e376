import type * as z from 'zod';

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string };

/** Parses TOML by a schema, or throws the first problem. */
export const parseWith = <S extends z.ZodType>(
  schema: S,
  text: string,
  parseToml: (text: string) => unknown,
): Parsed<z.output<S>> => {
  let document: unknown;
  try {
    document = parseToml(text);
  } catch (error) {
    return { ok: false, reason: `not TOML: ${(error as Error).message.split('\n', 1)[0]}` };
  }
  const read = schema.safeParse(document);
  if (read.success) return { ok: true, value: read.data };
  const [first] = read.error.issues;
  return { ok: false, reason: `${first?.path.join('.') ?? ''}: ${first?.message ?? 'not understood'}` };
};
