import * as z from 'zod';

/** A path and its new content, as a git blob; null: the path is removed. */
export const TreeChange = z
  .strictObject({
    path: z.string().min(1).max(65_536),
    mode: z.string().regex(/^[0-7]{6}$/, 'a mode has six octal digits'),
    blob: z
      .string()
      .regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/, 'a git object is named by 40 or 64 hexadecimal digits')
      .nullable(),
  })
  .readonly();
export type TreeChange = z.infer<typeof TreeChange>;
