import type { SchemaError, SchemaFindings } from '../../../core/domain/check/schema-findings.ts';
import { throwIfAborted } from '../../errors/abort-error.ts';
import type { ConventionTools, SchemaQuestion } from '../../ports/convention-tools.ts';
import { createSchemaProcesses, type SchemaProcesses } from './check-in-process.ts';
import { CHECKERS } from './checker-list.ts';
import { findProtobufTool } from './protobuf-tool.ts';
import type { Complaint } from './schema-checker.ts';

type Answer =
  | { readonly by: string; readonly before: readonly Complaint[]; readonly after: readonly Complaint[] }
  | { readonly reason: string };

const askProtobuf = async ({ before, after }: SchemaQuestion): Promise<Answer> => {
  const tool = await findProtobufTool();
  if (tool === null) return { reason: 'neither buf nor protoc is on the PATH' };
  const [old, now] = [await tool.check(before), await tool.check(after)];
  if (now === null) return { reason: `${tool.name} gave no answer` };
  return { by: tool.name, before: old ?? [], after: now };
};

const ask = async (processes: SchemaProcesses, question: SchemaQuestion): Promise<Answer> => {
  if (question.kind === 'protobuf') return askProtobuf(question);
  const checker = CHECKERS.get(question.kind);
  if (!checker) return { reason: 'no checker for this kind is available' };
  const answer = await processes.check(question);
  return answer === null
    ? { reason: 'the documents hang or crash their parser' }
    : { by: checker.by, ...answer };
};

/** Line numbers move with every edit, so they do not identify an error. */
const keyOf = ({ path, message }: Complaint): string => `${path}\0${message.replaceAll(/\(line \d+\)/g, '')}`;

const newOnes = (
  kind: string,
  before: readonly Complaint[],
  after: readonly Complaint[],
): readonly SchemaError[] => {
  const known = new Map<string, number>();
  for (const each of before) known.set(keyOf(each), (known.get(keyOf(each)) ?? 0) + 1);
  return after.flatMap((each) => {
    const left = known.get(keyOf(each)) ?? 0;
    known.set(keyOf(each), left - 1);
    return left > 0 ? [] : [{ kind, ...each }];
  });
};

const checkAll = async (
  processes: SchemaProcesses,
  questions: readonly SchemaQuestion[],
  signal?: AbortSignal,
): Promise<SchemaFindings> => {
  const [errors, checked, missing]: [
    SchemaError[],
    SchemaFindings['checked'][number][],
    SchemaFindings['missing'][number][],
  ] = [[], [], []];
  for (const question of questions) {
    throwIfAborted(signal);
    const answer = await ask(processes, question);
    const { kind } = question;
    if ('reason' in answer) missing.push({ kind, reason: answer.reason });
    else {
      checked.push({ kind, files: question.after.size, by: answer.by });
      errors.push(...newOnes(kind, answer.before, answer.after));
    }
  }
  return { errors, checked, missing };
};

export type SchemaChecks = {
  readonly check: (
    questions: readonly SchemaQuestion[],
    signal?: AbortSignal,
  ) => ReturnType<ConventionTools['checkSchemas']>;
  close(): Promise<void>;
};

/** The same tools on the base's and the candidate's schemas; only new errors count. */
export const createSchemaChecks = (): SchemaChecks => {
  const processes = createSchemaProcesses();
  return {
    check: (questions, signal) => checkAll(processes, questions, signal),
    close: processes.close,
  };
};
