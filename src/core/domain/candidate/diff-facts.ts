import * as z from 'zod';

const Count = z.int().nonnegative();

export const PathRole = z.enum(['test', 'generated', 'lockfile', 'docs', 'config', 'source']);
export type PathRole = z.infer<typeof PathRole>;

export const ChangedFile = z.strictObject({
  path: z.string(),
  /** Set for renames and copies: both sides count for protected paths. */
  oldPath: z.string().optional(),
  change: z.enum(['added', 'modified', 'deleted', 'renamed', 'copied', 'type-changed']),
  oldMode: z.string(),
  newMode: z.string(),
  kind: z.enum(['text', 'binary', 'symlink', 'submodule']),
  /** Lines as git counts them; 0 for binaries. */
  added: Count,
  removed: Count,
  /** Lines after formatting both sides (or without regard to white space); what the score uses. */
  effectiveAdded: Count,
  effectiveRemoved: Count,
  /** How many of these are lines of tests inside a source file; absent: none. */
  inside: z.strictObject({ added: Count, removed: Count }).optional(),
  /** How the effective count was made: a formatter's name, `syntax-tree`, `whitespace` or `git`. */
  normalisedBy: z.string(),
  /** Why nothing better than `whitespace` or `git` was available. */
  note: z.string().optional(),
  /** False if the syntax tree is the same on both sides, apart from comments that no tool reads. */
  effect: z.boolean(),
  /** What the path suggests by convention; churn of tests and generated files is counted apart from source. */
  role: PathRole.optional(),
});
export type ChangedFile = z.infer<typeof ChangedFile>;

/** What changed between the base's tree and the candidate's, from blobs alone. */
export const DiffFacts = z.strictObject({
  files: z.array(ChangedFile),
  added: Count,
  removed: Count,
  effectiveAdded: Count,
  effectiveRemoved: Count,
  /** False for an empty diff and for one that changes no syntax tree, mode or other content. */
  effect: z.boolean(),
});
export type DiffFacts = z.infer<typeof DiffFacts>;
