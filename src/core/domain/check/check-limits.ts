import * as z from 'zod';

const amount = z.int().positive().max(1_000_000_000);

/** `[checks.limits]`: resources that one command may use. */
export const CheckLimits = z.strictObject({
  memory_mb: amount
    .optional()
    .describe(
      "Memory of all processes of one command together; absent: half of the machine's memory, at least 2048.",
    ),
  processes: amount.optional().describe('Processes and threads of one command; absent: 4096.'),
  disk_mb: amount
    .optional()
    .describe('How much one command may write to its workspace; absent: 10240, or half of the free space.'),
  output_mb: amount.optional().describe('Standard output and error of one command, each; absent: 256.'),
  open_files: amount.optional().describe('Open files of one process; absent: 65536.'),
});
export type CheckLimits = z.infer<typeof CheckLimits>;
