import type { TestReport } from '../../domain/check/test-report.ts';
import { type Measured, measured, missing } from '../../domain/measured.ts';
import { pathIn } from '../../domain/source/path-parts.ts';
import type { ReadPart } from '../several-parts.ts';
import { exitCodeReport } from './exit-code.ts';

export const testsInFolder = (report: TestReport, folder: string): TestReport =>
  report.files === undefined
    ? report
    : {
        ...report,
        files: Object.fromEntries(
          Object.entries(report.files).map(([id, file]) => [id, pathIn(folder, file)]),
        ),
      };

type Known = { readonly project: string; readonly report: TestReport };

/** Tests of two projects may have the same name. */
const named = <T>(record: Readonly<Record<string, T>> | undefined, project: string): [string, T][] =>
  Object.entries(record ?? {}).map(([id, value]) => [`${project} > ${id}`, value]);

/** Two languages may share a folder. */
const projectName = (folder: string, before: readonly string[]): string => {
  const same = before.filter((one) => one === folder).length;
  return `${folder === '' ? '.' : folder}${same === 0 ? '' : ` (${same + 1})`}`;
};

const joined = (all: readonly Known[]): TestReport => {
  const sum = (count: (report: TestReport) => number): number =>
    all.reduce((total, { report }) => total + count(report), 0);
  const counts = {
    format: all.map(({ report }) => report.format).join(', '),
    trust: all.every(({ report }) => report.trust === 'structured') ? 'structured' : 'low-trust',
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
  } as const;
  if (all.some(({ report }) => report.outcomes === undefined)) return counts;
  return {
    ...counts,
    outcomes: Object.fromEntries(all.flatMap(({ project, report }) => named(report.outcomes, project))),
    files: Object.fromEntries(all.flatMap(({ project, report }) => named(report.files, project))),
  };
};

/** The tests of all projects; one whose report cannot be read counts by its exit code. */
export const joinTests = (parts: readonly ReadPart<TestReport>[]): Measured<TestReport> => {
  const folders = parts.map(({ folder }) => folder);
  const known = parts.flatMap(({ folder, raw, read }, at): Known[] => {
    if (raw === null) return [];
    const project = projectName(folder, folders.slice(0, at));
    const own = read?.known === true ? read : exitCodeReport(raw);
    return own.known ? [{ project, report: own.value }] : [];
  });
  return known.length === 0
    ? missing('candidate', 'none of the projects left a result')
    : measured(joined(known));
};
