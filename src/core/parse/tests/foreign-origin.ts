import * as z from 'zod';
import { FOREIGN_ORIGIN } from '../../domain/evidence/base-health.ts';
import type { ReportDocument } from '../../domain/check/output-parser.ts';

/** Written by our reporters in place of results if tests import a package of the project from elsewhere. */
const MARK = 'hydra-origin\n';
const MOST_BYTES = 100_000;

const Copies = z.array(z.object({ module: z.string(), file: z.string() })).min(1);

/** Why the results of these tests are not about the tree; null if they are. */
export const readForeignOrigin = (documents: readonly ReportDocument[]): string | null => {
  const marked = documents.find(({ text }) => text.length < MOST_BYTES && text.startsWith(MARK));
  if (marked === undefined) return null;
  const [first] = readCopies(marked.text.slice(MARK.length));
  return first === undefined
    ? FOREIGN_ORIGIN
    : `${FOREIGN_ORIGIN}: ${first.module} is imported from ${first.file}`;
};

const readCopies = (text: string): z.infer<typeof Copies> | [] => {
  try {
    return Copies.parse(JSON.parse(text));
  } catch {
    return [];
  }
};
