import * as z from 'zod';

export const CheckKind = z.enum(['build', 'test', 'lint', 'types', 'security']);
export type CheckKind = z.infer<typeof CheckKind>;

/** Where the structured result of a command is found once it has ended. */
export const ReportSource = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('stdout') }),
  /** Standard output and error together, as a person would see them. */
  z.strictObject({ from: z.literal('log') }),
  /** A file in the report folder outside the workspace ($HYDRA_REPORT_DIR). */
  z.strictObject({ from: z.literal('report-file'), name: z.string() }),
  /** Files that the tool insists on writing into the workspace. */
  z.strictObject({ from: z.literal('workspace-files'), pattern: z.string() }),
]);
export type ReportSource = z.infer<typeof ReportSource>;

export const Check = z.strictObject({
  kind: CheckKind,
  /** The kind, or the target's name in gradient build mode. */
  name: z.string(),
  /** Run by `sh -c` in the workspace. $HYDRA_REPORT_DIR and $HYDRA_REPORTERS are set. */
  command: z.string(),
  /** The same without our reporter, for a tree where the reporter leaves nothing. */
  plain: z.string().optional(),
  timeoutMs: z.int().positive(),
  /** Null: only the exit code counts (build, security). */
  parser: z.string().nullable(),
  report: ReportSource,
  env: z.record(z.string(), z.string()),
  /** Who chose the command: a profile may be wrong about a repository, its owner is not. */
  origin: z.enum(['profile', 'config']),
  /** A file in the report folder that the base's run leaves for those of candidates, to save work. */
  carries: z.string().optional(),
});
export type Check = z.infer<typeof Check>;
