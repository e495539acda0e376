import { type ValidatedPatch, validateFixerPatch } from './validate-fixer-patch.ts';

const strict = new TextDecoder('utf-8', { fatal: true });

const refused = (reason: string): ValidatedPatch => ({
  ok: false,
  reasons: [{ op: null, field: null, reason }],
});

/** The bytes of a file → a patch that is right in itself. */
export const readPatchText = (bytes: Uint8Array): ValidatedPatch => {
  let text: string;
  try {
    text = strict.decode(bytes);
  } catch {
    return refused('is not UTF-8 text');
  }
  try {
    return validateFixerPatch(JSON.parse(text));
  } catch (error) {
    return refused(`is not JSON: ${(error as Error).message.slice(0, 200)}`);
  }
};
