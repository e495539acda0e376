import * as z from 'zod';

const Path = z.string().describe('Path of the file from the root, with forward slashes.');

const Add = z.strictObject({
  kind: z.literal('add'),
  path: Path,
  content: z.string().describe('The whole file.'),
  overwrite: z
    .boolean()
    .nullable()
    .describe('True to replace a file that exists; otherwise that is an error.'),
});
const Remove = z.strictObject({ kind: z.literal('remove'), path: Path });
const Edit = z.strictObject({
  kind: z.literal('edit'),
  path: Path,
  find: z.string().describe('Text in the file, exactly as it appears there; not empty.'),
  replace: z.string().describe('The text that replaces it.'),
  occurrences: z
    .int()
    .min(1)
    .nullable()
    .describe('How many to replace, from the first on; 1 if null. Fewer in the file is an error.'),
});
const Splice = z.strictObject({
  kind: z.literal('splice'),
  path: Path,
  start: z.int().min(0).describe('Offset in bytes of UTF-8, 0 or more, between two characters.'),
  deleteCount: z.int().min(0).describe('Bytes to delete, 0 or more, up to the end of a character.'),
  insert: z.string().nullable().describe('Text to insert; nothing if null.'),
});

/** One operation as read: optional keys may also be null. */
export const PatchOpInput = z.discriminatedUnion('kind', [
  Add.partial({ overwrite: true }),
  Remove,
  Edit.partial({ occurrences: true }),
  Splice.partial({ insert: true }),
]);
export type PatchOpInput = z.infer<typeof PatchOpInput>;

/** The form to ask a model for: an object at the top, every key required, no unknown keys. */
export const PatchReply = z.strictObject({
  ops: z.array(z.union([Add, Remove, Edit, Splice])).describe('Applied in this order, all or none.'),
});

/** One operation of a patch; a later one sees what the earlier ones did. */
export type PatchOp =
  | {
      readonly kind: 'add';
      readonly path: string;
      readonly content: string;
      readonly overwrite?: boolean;
    }
  | { readonly kind: 'remove'; readonly path: string }
  | {
      readonly kind: 'edit';
      readonly path: string;
      readonly find: string;
      readonly replace: string;
      readonly occurrences?: number;
    }
  | {
      readonly kind: 'splice';
      readonly path: string;
      readonly start: number;
      readonly deleteCount: number;
      readonly insert?: string;
    };

/** What is wrong with a patch, and where: the operation's index and its field, null for the patch or operation as a whole. */
export type PatchFault = {
  readonly op: number | null;
  readonly field: string | null;
  readonly reason: string;
};
