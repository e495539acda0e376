import * as z from 'zod';

/** Content in a blob store: logs, reports and files that pass from one step to another. */
export const BlobRef = z
  .strictObject({
    sha256: z.string().regex(/^[0-9a-f]{64}$/, 'a sha-256 is 64 hexadecimal digits'),
    bytes: z.int().nonnegative(),
  })
  .readonly();
export type BlobRef = z.infer<typeof BlobRef>;
