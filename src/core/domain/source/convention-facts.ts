import * as z from 'zod';
import { Count, mapOf, measurable, Share } from '../json/document-value.ts';

export const CasingStyle = z.enum(['camelCase', 'PascalCase', 'snake_case', 'UPPER_SNAKE_CASE']);
export type CasingStyle = z.infer<typeof CasingStyle>;

const Identifier = z.strictObject({ name: z.string(), kind: z.string() });
export type Identifier = z.infer<typeof Identifier>;

const Exec = z.strictObject({
  lint_errors: measurable(Count),
  type_errors: measurable(Count),
  tests_passed: measurable(Count),
  tests_failed: measurable(Count),
});
/** What lint, type check and tests reported for a change. */
export type CheckCounts = Readonly<z.infer<typeof Exec>>;

/** How far a new name follows the names around it, and how much they say about it. */
export const NameUsage = z.strictObject({
  name: z.string(),
  follows: Share,
  /** 0: there is nothing to compare it with. */
  weight: Share,
});
export type NameUsage = z.infer<typeof NameUsage>;

/** What the convention model looks at in one change. */
export const ConventionFacts = z.strictObject({
  identifiers: measurable(z.array(Identifier)),
  glossary: measurable(z.array(z.string())),
  /** Recommended style by kind; a kind without one is not judged. */
  casing: measurable(mapOf(CasingStyle.nullable())),
  /** Local usage, name by name; absent: the documented formula on identifiers, glossary and casing. */
  usage: z.array(NameUsage).optional(),
  new_boundary_errors: measurable(Count),
  schema_errors: measurable(Count),
  file_pattern: measurable(Share),
  exec: measurable(Exec),
});
export type ConventionFacts = z.infer<typeof ConventionFacts>;

export const ConventionDocument = z.strictObject({
  model: z.literal('convention'),
  ...ConventionFacts.shape,
});
