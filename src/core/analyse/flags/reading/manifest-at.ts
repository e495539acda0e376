import { LANGUAGES } from '../../../languages/languages.ts';
import type { JsonManifest, ManifestRules } from '../../../languages/parts/manifest-rules.ts';
import { presentPart } from '../../../languages/parts/missing-part.ts';

const RULES = LANGUAGES.flatMap(({ manifestRules }) => presentPart(manifestRules) ?? []);

/** The rules for a manifest or an installer's settings file; null: no language knows it. */
export const manifestRulesAt = (path: string): ManifestRules | null =>
  RULES.find(({ json, lines, settings }) =>
    [json?.file, lines?.file, settings].some((file) => file?.test(path)),
  ) ?? null;

export const jsonManifestAt = (path: string): JsonManifest | null => {
  const json = manifestRulesAt(path)?.json;
  return json?.file.test(path) ? json : null;
};
