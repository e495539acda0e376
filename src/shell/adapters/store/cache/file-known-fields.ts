import * as z from 'zod';
import { Sha256 } from '../../../../core/domain/run/manifest.ts';
import type { KnownField, KnownFields } from '../../../ports/known-fields.ts';
import { openDocumentCache } from './document-cache.ts';
import { storeLayout } from '../runs/store-layout.ts';

const Known: z.ZodType<KnownField> = z.strictObject({
  run: z.string(),
  variables: z.array(z.string()),
  values: Sha256,
  engine: z.string(),
  machine: z.string(),
  programs: z.record(z.string(), z.string()),
});

/** Below `.hydra/cache/fields`; the results themselves are stored runs. */
export const openKnownFields = (repositoryRoot: string): KnownFields =>
  openDocumentCache(storeLayout(repositoryRoot).fields, 'field', Known);
