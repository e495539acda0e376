import type { SchemaFiles } from '../../domain/check/schema-findings.ts';
import type { SourceIndex } from '../../domain/source/source-index.ts';
import { type SchemaKind, schemaKind } from '../brief/find-schemas.ts';

const MAX_FILES = 500;

/** Kinds of schemas among these paths. */
export const schemaKindsOf = (paths: Iterable<string>): readonly SchemaKind[] => [
  ...new Set([...paths].flatMap((path) => schemaKind(path) ?? [])),
];

/** The base's schemas of one kind. Tests and generated files may contain broken ones on purpose. */
export const basePathsOf = ({ files }: SourceIndex, kind: SchemaKind): readonly string[] =>
  files
    .flatMap(({ path, role }) =>
      role !== 'generated' && role !== 'test' && schemaKind(path) === kind ? [path] : [],
    )
    .slice(0, MAX_FILES);

/** All schemas of a kind once a candidate has written and removed its files. */
export const schemasAfter = (
  kind: SchemaKind,
  before: SchemaFiles,
  { writes, removals }: { readonly writes: SchemaFiles; readonly removals: readonly string[] },
): SchemaFiles => {
  const after = new Map(before);
  for (const path of removals) after.delete(path);
  for (const [path, text] of writes) if (schemaKind(path) === kind) after.set(path, text);
  return after;
};
