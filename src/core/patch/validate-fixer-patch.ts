import type * as z from 'zod';
import { type PatchFault, type PatchOp, PatchOpInput } from '../domain/candidate/patch-op.ts';
import { refusePath } from '../domain/candidate/refuse-path.ts';
import { isObject } from '../domain/json/is-object.ts';

export type ValidatedPatch =
  | { readonly ok: true; readonly ops: readonly PatchOp[] }
  | { readonly ok: false; readonly reasons: readonly PatchFault[] };

/** A list with a million mistakes is rejected for the first of them. */
const MOST_FAULTS = 20;
const LONGEST_NAME = 80;
const HALF_A_CHARACTER = /\p{Surrogate}/u;
const TEXTS = ['path', 'content', 'find', 'replace', 'insert'] as const;

const named = (text: string): string => JSON.stringify(text.slice(0, LONGEST_NAME));

const whole = (reason: string): ValidatedPatch => ({
  ok: false,
  reasons: [{ op: null, field: null, reason }],
});

/** A list, or an object whose only key is `ops`: some models can only reply with an object. */
const listIn = (reply: unknown): readonly unknown[] | string => {
  if (Array.isArray(reply)) return reply;
  if (typeof reply === 'string') return 'is text, not a list of operations; parse it as JSON first';
  if (!isObject(reply) || !Object.hasOwn(reply, 'ops')) return 'is not a list of operations';
  const others = Object.keys(reply).filter((key) => key !== 'ops');
  if (others.length > 0) return `is next to an unknown key: ${named(others[0] ?? '')}`;
  return Array.isArray(reply['ops']) ? reply['ops'] : 'is not a list of operations';
};

const explain = (issue: z.core.$ZodIssue): Pick<PatchFault, 'field' | 'reason'> => {
  if (issue.code === 'unrecognized_keys')
    return { field: null, reason: `has an unknown key: ${issue.keys.map(named).join(', ')}` };
  if (issue.code === 'invalid_union')
    return { field: 'kind', reason: 'must be one of add, remove, edit, splice' };
  return { field: issue.path.length === 0 ? null : issue.path.join('.'), reason: issue.message };
};

/** JSON can hold strings that UTF-8 cannot encode. */
const faultsOf = (op: PatchOpInput): readonly Pick<PatchFault, 'field' | 'reason'>[] => {
  const texts: Partial<Record<string, unknown>> = op;
  const halves = TEXTS.filter(
    (field) => typeof texts[field] === 'string' && HALF_A_CHARACTER.test(texts[field]),
  );
  if (halves.length > 0)
    return halves.map((field) => ({ field, reason: 'holds half a character, which UTF-8 cannot write' }));
  const bad = refusePath(op.path);
  if (bad !== null) return [{ field: 'path', reason: bad }];
  return op.kind === 'edit' && op.find === '' ? [{ field: 'find', reason: 'is empty' }] : [];
};

/** Null means absent. */
const plain = (op: PatchOpInput): PatchOp =>
  Object.fromEntries(
    Object.entries(op).filter(([, value]) => value !== null && value !== undefined),
  ) as PatchOp;

/** Any reply of a model: a patch that is valid in itself, or every reason why it is not. Nothing is repaired. */
export const validateFixerPatch = (reply: unknown): ValidatedPatch => {
  const list = listIn(reply);
  if (typeof list === 'string') return whole(list);
  const [ops, reasons]: [PatchOp[], PatchFault[]] = [[], []];
  for (let at = 0; at < list.length && reasons.length < MOST_FAULTS; at++) {
    const parsed = PatchOpInput.safeParse(list[at]);
    const faults = parsed.success ? faultsOf(parsed.data) : parsed.error.issues.map(explain);
    for (const fault of faults) reasons.push({ op: at, ...fault });
    if (parsed.success && faults.length === 0) ops.push(plain(parsed.data));
  }
  return reasons.length > 0 ? { ok: false, reasons } : { ok: true, ops };
};
