import type { PatchFault } from '../domain/candidate/patch-op.ts';
import { type ReadCandidate, readCandidate } from './read-candidate.ts';
import { type ValidatedPatch, validateFixerPatch } from './validate-fixer-patch.ts';

const strict = new TextDecoder('utf-8', { fatal: true });

type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reasons: readonly PatchFault[] };

const refused = (reason: string): Parsed => ({ ok: false, reasons: [{ op: null, field: null, reason }] });

const parse = (bytes: Uint8Array): Parsed => {
  let text: string;
  try {
    text = strict.decode(bytes);
  } catch {
    return refused('is not UTF-8 text');
  }
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return refused(`is not JSON: ${(error as Error).message.slice(0, 200)}`);
  }
};

/** The bytes of a file → a patch that is valid in itself. */
export const readPatchText = (bytes: Uint8Array): ValidatedPatch => {
  const parsed = parse(bytes);
  return parsed.ok ? validateFixerPatch(parsed.value) : parsed;
};

/** The same for a candidate, which may also be a list of whole files. */
export const readCandidateText = (bytes: Uint8Array): ReadCandidate => {
  const parsed = parse(bytes);
  return parsed.ok ? readCandidate(parsed.value) : parsed;
};
