import * as z from 'zod';
import type { PatchFault, PatchOp } from '../domain/candidate/patch-op.ts';
import { validateFixerPatch } from './validate-fixer-patch.ts';
import { isObject } from '../domain/json/is-object.ts';

const MOST_FILES = 2_000;

const Files = z.array(z.strictObject({ path: z.string(), content: z.string() }));

/** `whole`: complete files, which are not a patch and do not have a patch's limits. */
export type ReadCandidate =
  | { readonly ok: true; readonly ops: readonly PatchOp[]; readonly whole: boolean }
  | { readonly ok: false; readonly reasons: readonly PatchFault[] };

const refused = (reason: string, op: number | null = null, field: string | null = null): ReadCandidate => ({
  ok: false,
  reasons: [{ op, field, reason }],
});

const given = (value: Readonly<Record<string, unknown>>, key: string): boolean =>
  Object.hasOwn(value, key) && value[key] !== undefined;

const readFiles = (files: unknown): ReadCandidate => {
  if (Array.isArray(files) && files.length > MOST_FILES)
    return refused(`has ${files.length} files, more than ${MOST_FILES}`);
  const parsed = Files.safeParse(files);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join('.') ?? '';
    return refused(
      `${where === '' ? 'files' : `files.${where}`}: ${issue?.message ?? 'is not a list of files'}`,
    );
  }
  const seen = new Set<string>();
  const twice = parsed.data.findIndex(({ path }) => seen.size === seen.add(path).size);
  if (twice !== -1) return refused('is there twice', twice, 'path');
  const ops = parsed.data.map(
    ({ path, content }) => ({ kind: 'add', path, content, overwrite: true }) as const,
  );
  const validated = validateFixerPatch(ops);
  return validated.ok ? { ...validated, whole: true } : validated;
};

/** A candidate in any accepted form: `{files}`, `{patch}`, or a list of operations as models write it. */
export const readCandidate = (value: unknown): ReadCandidate => {
  if (isObject(value) && given(value, 'files') && given(value, 'patch'))
    return refused('has both files and a patch');
  if (isObject(value) && given(value, 'files')) return readFiles(value['files']);
  const validated = validateFixerPatch(isObject(value) && given(value, 'patch') ? value['patch'] : value);
  return validated.ok ? { ...validated, whole: false } : validated;
};
