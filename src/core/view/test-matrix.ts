import type { Captured, Evidence } from '../domain/evidence/evidence.ts';
import type { Cell } from '../domain/evidence/matrix.ts';
import type { TestOutcome } from '../domain/check/test-report.ts';
import { BASELINE } from '../domain/evidence/baseline.ts';
import type { Measured } from '../domain/measured.ts';
import type { TestMatrixView } from '../domain/window/test-matrix-view.ts';

const LETTER: Readonly<Record<TestOutcome, string>> = { passed: 'p', failed: 'f', skipped: 's' };
const ABSENT = '.';
/** Limits for the tests that distinguish sources, and for all. */
const MOST = { informative: 2_000, all: 20_000 };

type Letters = ReadonlyMap<string, string>;
type Group = {
  readonly kind: TestMatrixView['groups'][number]['kind'];
  readonly author: string | null;
  /** By source, then by test. */
  readonly rows: ReadonlyMap<string, Letters>;
};

const ofCell = (cell: Measured<Cell> | undefined): Letters =>
  cell?.known === true
    ? new Map([
        ...cell.value.passed.map((id) => [id, LETTER.passed] as const),
        ...cell.value.skipped.map((id) => [id, LETTER.skipped] as const),
        ...cell.value.failed.map((id) => [id, LETTER.failed] as const),
      ])
    : new Map();

const ofReport = ({ tests }: Pick<Evidence, 'tests'>): Letters =>
  new Map(
    tests.known ? Object.entries(tests.value.outcomes ?? {}).map(([id, one]) => [id, LETTER[one]]) : [],
  );

const baseGroup = ({ baseline, evidence }: Captured): Group => ({
  kind: 'base',
  author: null,
  rows: new Map([
    [BASELINE, ofReport(baseline)],
    ...evidence.map((one) => [one.candidate.name, ofReport(one)] as const),
  ]),
});

/** An author's tests on the base, on its own source, and on the sources of others. */
const ownGroup = ({ evidence }: Captured, { candidate: { name }, matrix }: Evidence): Group => ({
  kind: 'own',
  author: name,
  rows: new Map([
    [BASELINE, ofCell(matrix?.proof)],
    [name, ofCell(matrix?.own)],
    ...evidence.flatMap((other) =>
      (other.matrix?.cross ?? [])
        .filter(({ author }) => author === name && other.candidate.name !== name)
        .map(({ tests }) => [other.candidate.name, ofCell(tests)] as const),
    ),
  ]),
});

const hiddenGroup = ({ hidden, evidence }: Captured): Group => ({
  kind: 'hidden',
  author: null,
  rows: new Map([
    [BASELINE, ofCell(hidden)],
    ...evidence.map((one) => [one.candidate.name, ofCell(one.hidden)] as const),
  ]),
});

const idsOf = ({ rows }: Group): readonly string[] => [
  ...new Set([...rows.values()].flatMap((row) => [...row.keys()])),
];

/** Alike: all sources pass it, or it was skipped everywhere. A base test that a source lacks is a difference. */
const tells = ({ kind, rows }: Group, id: string): boolean => {
  const letters = new Set([...rows.values()].map((row) => row.get(id) ?? ABSENT));
  if (kind !== 'base') letters.delete(ABSENT);
  return letters.size > 1 || letters.has(LETTER.failed);
};

const fileOf = ({ baseline, evidence }: Captured): ((id: string) => string | null) => {
  const known = [baseline, ...evidence].flatMap(({ tests }) =>
    tests.known ? [tests.value.files ?? {}] : [],
  );
  return (id) => known.find((files) => Object.hasOwn(files, id))?.[id] ?? null;
};

const countsOf = (row: Letters, total: number, source: string): TestMatrixView['counts'][number] => {
  const letters = [...row.values()];
  const count = (letter: string): number => letters.filter((one) => one === letter).length;
  return {
    source,
    passed: count('p'),
    failed: count('f'),
    skipped: count('s'),
    absent: Math.max(0, total - letters.length),
  };
};

/** Sources by tests, in the given order of candidates. */
export const testMatrix = (
  captured: Captured,
  order: readonly string[],
  {
    all,
    quarantined = [],
    excused = [],
  }: {
    readonly all: boolean;
    readonly quarantined?: readonly string[] | undefined;
    readonly excused?: readonly string[] | undefined;
  },
): TestMatrixView => {
  const sources = [BASELINE, ...order];
  const groups = [
    baseGroup(captured),
    ...captured.evidence.map((one) => ownGroup(captured, one)),
    hiddenGroup(captured),
  ];
  const tests: string[] = [];
  const drawn: TestMatrixView['groups'] = [];
  const columns: { readonly group: Group; readonly id: string }[] = [];
  let total = 0;
  for (const group of groups) {
    const ids = idsOf(group);
    total += ids.length;
    const kept = (all ? ids : ids.filter((id) => tells(group, id))).slice(
      0,
      MOST[all ? 'all' : 'informative'] - columns.length,
    );
    if (kept.length === 0) continue;
    drawn.push({ kind: group.kind, author: group.author, first: tests.length, count: kept.length });
    tests.push(...kept);
    columns.push(...kept.map((id) => ({ group, id })));
  }
  const base = groups[0]?.rows;
  const baseTotal = groups[0] === undefined ? 0 : idsOf(groups[0]).length;
  const find = fileOf(captured);
  const places = (ids: readonly string[]): number[] => {
    const wanted = new Set(ids);
    return tests.flatMap((id, at) => (wanted.has(id) ? [at] : []));
  };
  return {
    sources,
    groups: drawn,
    tests,
    files: tests.map(find),
    rows: sources.map((source) =>
      columns.map(({ group, id }) => group.rows.get(source)?.get(id) ?? ABSENT).join(''),
    ),
    left: total - tests.length,
    total,
    counts: sources.map((source) => countsOf(base?.get(source) ?? new Map(), baseTotal, source)),
    marks: { quarantined: places(quarantined), excused: places(excused) },
  };
};
