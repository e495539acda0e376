import * as z from 'zod';
import { CasingStyle } from './convention-facts.ts';

const Count = z.int().nonnegative();

export const Naming = z.strictObject({
  language: z.string(),
  kind: z.string(),
  style: CasingStyle.nullable().describe(
    'Null: no style is followed clearly enough to require it of a change.',
  ),
  confidence: z.number().min(0).max(1).describe('Share of the conclusive names that follow the style.'),
  names: Count.describe('Distinct names per file, summed.'),
  counts: z
    .record(z.string(), Count)
    .describe('Names that fit each style; a single lower-case word fits two.'),
});
export type Naming = z.infer<typeof Naming>;

export const Direction = z.strictObject({
  from: z.string(),
  to: z.string(),
  imports: Count,
  against: Count.describe('Imports in the other direction.'),
  rule: z.boolean().describe('True if so one-sided that an import in the other direction is an error.'),
});
export type Direction = z.infer<typeof Direction>;

export const FilePattern = z.strictObject({
  folder: z.string(),
  pattern: z.string(),
  files: Count,
});
export type FilePattern = z.infer<typeof FilePattern>;

/** What a newcomer or a program should know about a repository before changing it. */
export const ProjectBrief = z.strictObject({
  version: z.literal(1),
  files: Count,
  lines: Count.describe('Of the source that was read.'),
  languages: z.array(z.strictObject({ language: z.string(), files: Count, lines: Count })),
  packageManager: z.string().nullable(),
  profile: z.string().nullable(),
  commands: z.record(z.string(), z.string()),
  layout: z.array(z.strictObject({ folder: z.string(), files: Count, lines: Count })),
  layers: z.array(Direction),
  naming: z.array(Naming),
  fileNames: z.array(FilePattern),
  glossary: z.array(z.strictObject({ name: z.string(), kind: z.string(), count: Count, files: Count })),
  imports: z.strictObject({
    internal: Count,
    external: z.array(z.strictObject({ name: z.string(), count: Count })),
    unresolved: Count,
    mostImported: z.array(z.strictObject({ path: z.string(), count: Count })),
    cycles: z.array(z.array(z.string())),
  }),
  tests: z.strictObject({
    files: Count,
    placement: z.enum(['beside', 'apart', 'both', 'none']),
    folders: z.array(z.strictObject({ folder: z.string(), files: Count })),
    patterns: z.array(z.strictObject({ pattern: z.string(), files: Count })),
  }),
  schemas: z.array(z.strictObject({ kind: z.string(), path: z.string() })),
  entryPoints: z.array(z.strictObject({ path: z.string(), why: z.string() })),
  notes: z.array(z.string()),
});
export type ProjectBrief = z.infer<typeof ProjectBrief>;
