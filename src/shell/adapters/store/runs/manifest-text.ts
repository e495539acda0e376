import { canonicalJson } from '../../../../core/domain/json/canonical-json.ts';
import { Manifest, RUN_SCHEMA_VERSION } from '../../../../core/domain/run/manifest.ts';
import { sha256Of } from '../../system/regular-file.ts';
import { parseJson } from '../../../../core/domain/json/parse-json.ts';

const DIGEST_MEMBER = '"digest":"';
const SHA256_LENGTH = 64;

export type ReadManifest =
  | { readonly ok: true; readonly manifest: Manifest }
  | { readonly ok: false; readonly newer: boolean; readonly reason: string };

/** The digest covers the text without its own member: one changed byte anywhere invalidates it. */
export const sealManifest = (body: Omit<Manifest, 'digest'>): { text: string; digest: string } => {
  const text = `${canonicalJson(body)}\n`;
  const digest = sha256Of(text);
  return { text: `${canonicalJson({ ...body, digest })}\n`, digest };
};

export const readManifest = (text: string): ReadManifest => {
  const raw = parseJson(text);
  const version = schemaVersionOf(raw);
  if (version !== null && version > RUN_SCHEMA_VERSION)
    return {
      ok: false,
      newer: true,
      reason: `it was stored in format ${version}, this engine knows ${RUN_SCHEMA_VERSION}`,
    };
  if (!digestHolds(text))
    return { ok: false, newer: false, reason: 'manifest.json differs from what was written' };
  const parsed = Manifest.safeParse(raw);
  if (!parsed.success) return { ok: false, newer: false, reason: 'manifest.json has an unknown shape' };
  return { ok: true, manifest: parsed.data };
};

/** Quotes inside strings are escaped and no later member has this name: the last one is the manifest's own. */
const digestHolds = (text: string): boolean => {
  const at = text.lastIndexOf(DIGEST_MEMBER);
  const end = at + DIGEST_MEMBER.length + SHA256_LENGTH + 2;
  const digest = text.slice(at + DIGEST_MEMBER.length, end - 2);
  return at >= 0 && sha256Of(text.slice(0, at) + text.slice(end)) === digest;
};

const schemaVersionOf = (raw: unknown): number | null =>
  typeof raw === 'object' && raw !== null && 'schemaVersion' in raw && typeof raw.schemaVersion === 'number'
    ? raw.schemaVersion
    : null;
