import { basePathsOf, schemaKindsOf, schemasAfter } from '../../core/analyse/convention/schema-change.ts';
import type { SchemaFiles, SchemaFindings } from '../../core/domain/check/schema-findings.ts';
import type { SourceIndex } from '../../core/domain/source/source-index.ts';
import type { ConventionTools, SchemaQuestion } from '../ports/convention-tools.ts';

const MAX_BYTES = 1_000_000;

/** A candidate's version of files, and how to read those of the base. */
export type SchemaChange = {
  readonly writes: SchemaFiles;
  readonly removals: readonly string[];
  readonly readBase: (paths: readonly string[]) => Promise<SchemaFiles>;
};

const fits = (text: string): boolean => text.length <= MAX_BYTES;

/** Checks the schemas that a candidate changes, together with the others of their kind. Errors of the base do not count. */
export const checkChangedSchemas = async (
  checkSchemas: ConventionTools['checkSchemas'],
  index: SourceIndex,
  change: SchemaChange,
): Promise<SchemaFindings> => {
  const kinds = schemaKindsOf([...change.writes.keys(), ...change.removals]);
  const questions: SchemaQuestion[] = [];
  for (const kind of kinds) {
    const found = await change.readBase(basePathsOf(index, kind));
    const before = new Map([...found].filter(([, text]) => fits(text)));
    questions.push({ kind, before, after: schemasAfter(kind, before, change) });
  }
  const tooLarge = questions.filter(({ after }) => ![...after.values()].every(fits));
  const asked = questions.filter((each) => !tooLarge.includes(each));
  const findings = asked.length === 0 ? { errors: [], checked: [], missing: [] } : await checkSchemas(asked);
  const missing = tooLarge.map(({ kind }) => ({ kind, reason: `a file is larger than ${MAX_BYTES} bytes` }));
  return { ...findings, missing: [...findings.missing, ...missing] };
};
