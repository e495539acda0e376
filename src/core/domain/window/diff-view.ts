import * as z from 'zod';
import { PathRole } from '../candidate/diff-facts.ts';

const Count = z.int().nonnegative();

/** A remark on a line of the new side; line 0 is the whole file. */
export const DiffNote = z.strictObject({
  line: Count,
  kind: z.enum(['flag', 'finding', 'quality', 'security', 'capability']),
  level: z.string(),
  id: z.string(),
  message: z.string(),
});
export type DiffNote = z.infer<typeof DiffNote>;

export const DiffFileView = z.strictObject({
  index: Count,
  path: z.string(),
  /** If it was renamed or copied. */
  oldPath: z.string().nullable(),
  change: z.enum(['added', 'modified', 'deleted', 'renamed', 'copied', 'type-changed']),
  kind: z.enum(['text', 'binary', 'symlink', 'submodule']),
  added: Count,
  removed: Count,
  /** After formatting both sides; null: not computed. */
  effectiveAdded: Count.nullable(),
  effectiveRemoved: Count.nullable(),
  role: PathRole.nullable(),
  /** Lines of its part of the patch. */
  lines: Count,
  /** Its part of the patch is too long to be sent whole. */
  cut: z.boolean(),
  notes: z.array(DiffNote),
});
export type DiffFileView = z.infer<typeof DiffFileView>;

export const DiffView = z.strictObject({
  left: z.string(),
  right: z.string(),
  bytes: Count,
  files: z.array(DiffFileView),
});
export type DiffView = z.infer<typeof DiffView>;

/** One file's part of a patch. */
export const DiffPart = z.strictObject({
  index: Count,
  path: z.string(),
  patch: z.string(),
  cut: z.boolean(),
});
export type DiffPart = z.infer<typeof DiffPart>;

export const FileView = z.strictObject({ path: z.string(), text: z.string(), cut: z.boolean() });
export type FileView = z.infer<typeof FileView>;
