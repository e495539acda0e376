import type { SchemaKind } from '../../core/analyse/brief/find-schemas.ts';
import type { SchemaFiles, SchemaFindings } from '../../core/domain/check/schema-findings.ts';
import type { FactStore } from './fact-store.ts';
import type { SourceExtraction } from './source-extraction.ts';

/** All schemas of one kind, as the base has them and as a candidate leaves them. */
export type SchemaQuestion = {
  readonly kind: SchemaKind;
  readonly before: SchemaFiles;
  readonly after: SchemaFiles;
};

/** Everything needed to compare a change with the conventions of its repository. */
export type ConventionTools = {
  readonly facts: FactStore;
  readonly extraction: SourceExtraction;
  readonly parseToml: (text: string) => unknown;
  readonly checkSchemas: (questions: readonly SchemaQuestion[]) => Promise<SchemaFindings>;
};
