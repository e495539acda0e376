import * as z from 'zod';
import type { SourceFacts, SourceReading } from '../source/source-facts.ts';

/** One file that a candidate adds, changes or removes. */
export type ChangedSource = {
  readonly path: string;
  /** Its facts afterwards; null if it is removed, or is not source. */
  readonly after: SourceReading | null;
  readonly removed: boolean;
};

export const isReadSource = (after: ChangedSource['after']): after is SourceFacts =>
  after !== null && !('unread' in after);

/** Something that does not fit the repository, with what would. */
export const ConventionBreach = z.strictObject({
  rule: z.enum(['casing', 'file-name', 'boundary', 'schema']),
  path: z.string(),
  found: z.string(),
  expected: z.string(),
});
export type ConventionBreach = Readonly<z.infer<typeof ConventionBreach>>;
