import type { SchemaKind } from '../../../core/analyse/brief/find-schemas.ts';
import type { SchemaFiles } from '../../../core/domain/check/schema-findings.ts';
import type { PoolReply } from '../system/process-pool.ts';
import { CHECKERS } from './checker-list.ts';
import { outOfOrder } from './migration-checker.ts';
import type { Complaint } from './schema-checker.ts';

export type SchemaTask = {
  readonly kind: SchemaKind;
  readonly before: SchemaFiles;
  readonly after: SchemaFiles;
};
export type SchemaAnswer = { readonly before: readonly Complaint[]; readonly after: readonly Complaint[] };

process.on('message', ({ kind, before, after }: SchemaTask) => {
  const check = CHECKERS.get(kind)?.check ?? (() => []);
  const late = kind === 'sql-migration' ? outOfOrder(before.keys(), after.keys()) : [];
  const result = { before: check(before), after: [...check(after), ...late] };
  process.send?.({ stage: 'done', result } satisfies PoolReply<SchemaAnswer>);
});
process.on('disconnect', () => process.exit());
