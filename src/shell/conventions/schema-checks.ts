import { decodeText } from '../../core/text/decode-text.ts';
import type { SchemaFiles, SchemaFindings } from '../../core/domain/check/schema-findings.ts';
import type { ConventionTools } from '../ports/convention-tools.ts';
import type { WaitingSources } from '../ports/waiting-sources.ts';
import { checkChangedSchemas } from '../sources/check-changed-schemas.ts';
import { applyCandidate, builtFrom, type ConventionQuestion } from './candidate-changes.ts';

type SchemaTools = Pick<WaitingSources, 'readFile'> & Pick<ConventionTools, 'checkSchemas'>;

const readBase =
  ({ readFile }: SchemaTools, root: string) =>
  async (paths: readonly string[]): Promise<SchemaFiles> =>
    new Map(
      paths.flatMap((path) => {
        const bytes = readFile(root, path);
        return bytes === null ? [] : [[path, decodeText(bytes).text] as const];
      }),
    );

/** The schemas that a candidate changes, together with the others of their kind. Errors of the base do not count. */
export const runSchemaChecks = async (
  tools: SchemaTools,
  question: ConventionQuestion,
): Promise<SchemaFindings> => {
  const { writes, removals } = applyCandidate(tools, question);
  return checkChangedSchemas(tools.checkSchemas, builtFrom(question.brief).index, {
    writes: new Map([...writes].map(([path, bytes]) => [path, decodeText(bytes).text])),
    removals,
    readBase: readBase(tools, question.repoRoot),
  });
};
