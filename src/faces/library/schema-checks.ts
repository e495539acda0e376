import { decodeText } from '../../core/text/decode-text.ts';
import type { SchemaFiles, SchemaFindings } from '../../core/domain/check/schema-findings.ts';
import { checkChangedSchemas } from '../../shell/sources/check-changed-schemas.ts';
import { applyCandidate, builtFrom, type ConventionQuestion } from './candidate-changes.ts';
import { openSchemaChecks, readWorkTreeFile } from '../wiring/wiring-sources.ts';

const readBase =
  (root: string) =>
  async (paths: readonly string[]): Promise<SchemaFiles> =>
    new Map(
      paths.flatMap((path) => {
        const bytes = readWorkTreeFile(root, path);
        return bytes === null ? [] : [[path, decodeText(bytes).text] as const];
      }),
    );

/**
 * Looks at the schemas that a candidate changes, together with the others of their kind: Prisma, GraphQL, protobuf,
 * OpenAPI, AsyncAPI, JSON Schema, SQL migrations, compose and Kubernetes files. Errors that the base has do not count.
 */
export const runSchemaChecks = async (question: ConventionQuestion): Promise<SchemaFindings> => {
  const { writes, removals } = applyCandidate(question);
  return checkChangedSchemas(await openSchemaChecks(), builtFrom(question.brief).index, {
    writes: new Map([...writes].map(([path, bytes]) => [path, decodeText(bytes).text])),
    removals,
    readBase: readBase(question.repoRoot),
  });
};
