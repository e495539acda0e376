import type { Finding } from '../domain/check/lint-report.ts';
import type { LintCounts } from '../domain/run/race-facts.ts';
import { fingerprintFinding } from './fingerprint-finding.ts';

export type LintChange = {
  readonly newErrors: number;
  readonly newWarnings: number;
  readonly resolved: number;
};

/** A file's name on the base, if the candidate renamed it. */
export type OldNames = ReadonlyMap<string, string>;

export const oldNamesOf = (
  files: readonly { readonly path: string; readonly oldPath?: string | undefined }[],
): OldNames =>
  new Map(files.flatMap(({ path, oldPath }) => (oldPath === undefined ? [] : [[path, oldPath] as const])));

const compareCounts = (base: LintCounts, own: LintCounts): LintChange => ({
  newErrors: Math.max(0, own.errors - base.errors),
  newWarnings: Math.max(0, own.warnings - base.warnings),
  resolved: Math.max(0, base.errors + base.warnings - (own.errors + own.warnings)),
});

const keyOf = (finding: Finding, oldNames: OldNames): string => {
  const file = oldNames.get(finding.file) ?? finding.file;
  return `${finding.severity} ${fingerprintFinding({ ...finding, file }, undefined)}`;
};

const countFingerprints = (findings: readonly Finding[], oldNames: OldNames): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const finding of findings) {
    const key = keyOf(finding, oldNames);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};

/** Of several equal findings, the last ones count as new. */
export const newFindings = (
  base: readonly Finding[],
  own: readonly Finding[],
  oldNames: OldNames,
): readonly Finding[] => {
  const left = countFingerprints(base, new Map());
  return own.filter((finding) => {
    const key = keyOf(finding, oldNames);
    const known = left.get(key) ?? 0;
    left.set(key, known - 1);
    return known <= 0;
  });
};

/** By fingerprint if both sides list their findings, so that fixing an old one does not pay for a new one. */
export const compareFindings = (base: LintCounts, own: LintCounts, oldNames: OldNames): LintChange => {
  if (base.findings === undefined || own.findings === undefined) return compareCounts(base, own);
  const before = countFingerprints(base.findings, new Map());
  const after = countFingerprints(own.findings, oldNames);
  const change = { newErrors: 0, newWarnings: 0, resolved: 0 };
  for (const [key, count] of after) {
    const added = Math.max(0, count - (before.get(key) ?? 0));
    if (key.startsWith('error ')) change.newErrors += added;
    else change.newWarnings += added;
  }
  for (const [key, count] of before) change.resolved += Math.max(0, count - (after.get(key) ?? 0));
  return change;
};
