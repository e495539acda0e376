import { type SchemaKind, schemaKind } from '../core/analyse/brief/find-schemas.ts';
import { decodeText } from '../core/analyse/decode-text.ts';
import type { SchemaFiles, SchemaFindings } from '../core/domain/schema-findings.ts';
import { applyCandidate, builtFrom, type ConventionQuestion } from './candidate-changes.ts';
import { openSchemaChecks, readWorkTreeFile } from './wiring.ts';

const MAX_FILES = 500;
const MAX_BYTES = 1_000_000;

/** What the base has of one kind. Tests and generated files may hold broken ones on purpose. */
const baseFiles = ({ brief, repoRoot }: ConventionQuestion, kind: SchemaKind): SchemaFiles => {
  const paths = builtFrom(brief).index.files.flatMap(({ path, role }) =>
    role !== 'generated' && role !== 'test' && schemaKind(path) === kind ? [path] : [],
  );
  const files = new Map<string, string>();
  for (const path of paths.slice(0, MAX_FILES)) {
    const bytes = readWorkTreeFile(repoRoot, path);
    if (bytes !== null && bytes.length <= MAX_BYTES) files.set(path, decodeText(bytes).text);
  }
  return files;
};

/**
 * Looks at the schemas that a candidate changes, together with the others of their kind: Prisma, GraphQL, protobuf,
 * OpenAPI, AsyncAPI, JSON Schema, SQL migrations, compose and Kubernetes files. Errors that the base has do not count.
 */
export const runSchemaChecks = async (question: ConventionQuestion): Promise<SchemaFindings> => {
  const { writes, removals } = applyCandidate(question);
  const kinds = new Set([...writes.keys(), ...removals].flatMap((path) => schemaKind(path) ?? []));
  if (kinds.size === 0) return { errors: [], checked: [], missing: [] };
  const questions = [...kinds].map((kind) => {
    const before = baseFiles(question, kind);
    const after = new Map(before);
    for (const path of removals) after.delete(path);
    for (const [path, bytes] of writes)
      if (schemaKind(path) === kind) after.set(path, decodeText(bytes).text);
    return { kind, before, after };
  });
  const tooLarge = questions.filter(({ after }) =>
    [...after.values()].some((text) => text.length > MAX_BYTES),
  );
  const findings = await (await openSchemaChecks())(questions.filter((each) => !tooLarge.includes(each)));
  const missing = tooLarge.map(({ kind }) => ({ kind, reason: `a file is larger than ${MAX_BYTES} bytes` }));
  return { ...findings, missing: [...findings.missing, ...missing] };
};
