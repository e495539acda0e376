import * as z from 'zod';
import { PatchReply } from '../domain/candidate/patch-op.ts';

/** Not every service that answers by a schema takes limits of numbers; the descriptions say them. */
const UNKNOWN_TO_SOME = ['minimum', 'maximum'] as const;

/** JSON Schema of a patch, in the words that services for structured output agree on. */
export const patchSchema = (): Readonly<Record<string, unknown>> => {
  const { $schema: _, ...schema } = z.toJSONSchema(PatchReply, {
    override: ({ jsonSchema }) => {
      for (const word of UNKNOWN_TO_SOME) delete jsonSchema[word];
    },
  });
  return schema;
};
