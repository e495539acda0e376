import * as z from 'zod';

/** What the configured security command reported; findings of analysers are a `SecurityResult`. */
export const SecurityCheck = z.strictObject({ passed: z.boolean() });
export type SecurityCheck = z.infer<typeof SecurityCheck>;
