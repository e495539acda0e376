import { severityOf } from '../conclude/integrity.ts';
import type { TrustPolicy } from '../domain/policy/trust-policy.ts';
import type { Captured, Evidence, TreeEvidence } from '../domain/evidence/evidence.ts';
import type { Finding } from '../domain/check/lint-report.ts';
import { newFindings, oldNamesOf } from '../compare/compare-findings.ts';
import type { Ranking } from '../domain/run/conclusion.ts';
import type { DiffNote } from '../domain/window/diff-view.ts';

type Placed = { readonly path: string; readonly note: DiffNote };

const findingsOf = ({ lint, types }: TreeEvidence): readonly Finding[] =>
  [lint, types].flatMap((report) => (report?.known === true ? report.value.findings : []));

/** Findings of a candidate's linters and type checker that the base does not have. */
export const ownFindings = ({ baseline }: Captured, evidence: Evidence): readonly Finding[] => {
  const files = evidence.diff.known ? evidence.diff.value.files : [];
  return newFindings(findingsOf(baseline), findingsOf(evidence), oldNamesOf(files));
};

/** All findings, each with whether the base has it too. */
export const markedFindings = (
  captured: Captured,
  evidence: Evidence | null,
): (Finding & { new: boolean })[] => {
  if (evidence === null) return findingsOf(captured.baseline).map((one) => ({ ...one, new: false }));
  const own = new Set(ownFindings(captured, evidence));
  return findingsOf(evidence).map((one) => ({ ...one, new: own.has(one) }));
};

/** Notes on lines of a candidate's change, by path. */
export const diffNotes = (
  captured: Captured,
  evidence: Evidence,
  ranking: Ranking | undefined,
  trust: TrustPolicy | undefined,
): ReadonlyMap<string, DiffNote[]> => {
  const flags = (ranking?.flags ?? evidence.flags).map(({ id, file, line = 0, sentence }): Placed => ({
    path: file ?? '',
    note: { line, kind: 'flag', level: severityOf(id, trust), id, message: sentence },
  }));
  const capabilities = (ranking?.capabilities ?? []).map(({ id, file, line = 0, sentence }): Placed => ({
    path: file ?? '',
    note: { line, kind: 'capability', level: 'info', id, message: sentence },
  }));
  const findings = ownFindings(captured, evidence).map(({ file, line, severity, rule, message }): Placed => ({
    path: file,
    note: { line, kind: 'finding', level: severity, id: rule, message },
  }));
  const quality = (evidence.quality?.known === true ? evidence.quality.value.findings : []).map(
    ({ path, line, level, rule, message, metric }): Placed => ({
      path,
      note: { line, kind: metric, level, id: rule, message },
    }),
  );
  const byPath = new Map<string, DiffNote[]>();
  for (const { path, note } of [...flags, ...capabilities, ...findings, ...quality]) {
    const known = byPath.get(path);
    if (known === undefined) byPath.set(path, [note]);
    else known.push(note);
  }
  for (const notes of byPath.values()) notes.sort((left, right) => left.line - right.line);
  return byPath;
};
