import * as z from 'zod';
import { PatchReply } from '../domain/candidate/patch-op.ts';

/** Not every structured-output service accepts numeric limits; the descriptions state them. */
const UNKNOWN_TO_SOME = ['minimum', 'maximum'] as const;

/** JSON Schema of a patch, in the subset that structured-output services share. */
export const patchSchema = (): Readonly<Record<string, unknown>> => {
  const { $schema: _, ...schema } = z.toJSONSchema(PatchReply, {
    override: ({ jsonSchema }) => {
      for (const word of UNKNOWN_TO_SOME) delete jsonSchema[word];
    },
  });
  return schema;
};
