import { SEVERAL } from '../../domain/check/command-part.ts';
import type { Captured, TreeEvidence } from '../../domain/evidence/evidence.ts';
import type { TestReport } from '../../domain/check/test-report.ts';
import type { TestPackage } from '../../domain/evidence/test-package.ts';
import { printableLine } from '../text/printable.ts';

const MOST_LINES = 12;
const BETWEEN = ' > ';

/** Ids of tests begin with the folder if several projects ran, and with the package in Go. */
const namesPackages = ({ runs }: TreeEvidence): boolean =>
  runs.some(
    ({ check: { kind, parser } }) =>
      kind === 'test' && (parser?.startsWith(SEVERAL) || parser?.startsWith('go-test-json')),
  );

/** Where packages of a workspace usually are; a scope is a folder of its own. */
const PACKAGE =
  /^(?:[^/]+\/)??(?:packages|apps|libs|modules|crates|plugins|services)\/(?:@[^/]+\/)?[^/]+(?=\/)/;

type PackageOf = (id: string) => string;

/** By the id of a test, or by its file. */
const packagesIn = (
  baseline: TreeEvidence,
  { files = {}, modules }: TestReport,
  packages: readonly TestPackage[],
): PackageOf => {
  if (namesPackages(baseline)) return (id) => (id.includes(BETWEEN) ? (id.split(BETWEEN, 1)[0] ?? '') : '');
  if (modules !== undefined) return (id) => (Object.hasOwn(modules, id) ? (modules[id] ?? '') : ROOT);
  const byProgram = programsOf(packages);
  const nearest = packages.map(({ folder }) => folder).toSorted((one, other) => other.length - one.length);
  return (id) => {
    const file = Object.hasOwn(files, id) ? (files[id] ?? '') : '';
    if (file === '') return byProgram.get(programIn(id)) ?? '';
    const around = nearest.find((folder) => folder === '' || file.startsWith(`${folder}/`));
    return (around === '' ? ROOT : around) ?? PACKAGE.exec(file)?.[0] ?? '';
  };
};

const ROOT = 'the root';

/** Runners of compiled tests begin an id with the program: `core (src/lib.rs) > name`. */
const programIn = (id: string): string => (/^[\w-]+/.exec(id)?.[0] ?? '').replaceAll('-', '_');

/** By program; one that several packages have names none. */
const programsOf = (packages: readonly TestPackage[]): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const { folder, programs = [] } of packages)
    for (const name of programs) found.set(name, found.has(name) ? '' : folder || ROOT);
  return found;
};

type Difference = { readonly breaks: number; readonly fixes: number };

const differencesIn = (
  before: NonNullable<TestReport['outcomes']>,
  now: NonNullable<TestReport['outcomes']>,
  packageOf: PackageOf,
): ReadonlyMap<string, Difference> => {
  const found = new Map<string, Difference>();
  for (const [id, outcome] of Object.entries(before)) {
    const breaks = outcome === 'passed' && (now[id] ?? 'failed') === 'failed';
    const fixes = outcome === 'failed' && now[id] === 'passed';
    if (!breaks && !fixes) continue;
    const known = found.get(packageOf(id)) ?? { breaks: 0, fixes: 0 };
    found.set(packageOf(id), { breaks: known.breaks + Number(breaks), fixes: known.fixes + Number(fixes) });
  }
  return found;
};

const sentence = (name: string, { breaks, fixes }: Difference): string =>
  `${name} ${[...(breaks > 0 ? [`breaks ${breaks}`] : []), ...(fixes > 0 ? [`fixes ${fixes}`] : [])].join(' and ')}`;

const countOf = (amount: number, what: string): string => `${amount} ${what}${amount === 1 ? '' : 's'}`;

/** Which candidates break and fix tests of the base in which package; none if there is one package, or no difference. */
export const packageLines = ({
  baseline,
  evidence,
  quarantined = [],
  packages = [],
}: Pick<Captured, 'baseline' | 'evidence' | 'quarantined' | 'packages'>): readonly string[] => {
  const outcomes = baseline.tests.known ? baseline.tests.value.outcomes : undefined;
  if (!baseline.tests.known || outcomes === undefined) return [];
  const packageOf = packagesIn(baseline, baseline.tests.value, packages);
  const flaky = new Set(quarantined);
  const before = Object.fromEntries(Object.entries(outcomes).filter(([id]) => !flaky.has(id)));
  const counts = new Map<string, number>();
  for (const id of Object.keys(before)) counts.set(packageOf(id), (counts.get(packageOf(id)) ?? 0) + 1);
  const lines = new Map<string, string[]>();
  for (const { candidate, tests } of evidence) {
    if (!tests.known || tests.value.outcomes === undefined) continue;
    for (const [place, difference] of differencesIn(before, tests.value.outcomes, packageOf))
      lines.set(place, [...(lines.get(place) ?? []), sentence(candidate.name, difference)]);
  }
  if (counts.size < 2 || lines.size === 0) return [];
  const shown = [...lines].sort(([one], [other]) => (one < other ? -1 : 1)).slice(0, MOST_LINES);
  const named = new Set(shown.map(([place]) => place));
  const rest = [...counts].filter(([place]) => !named.has(place));
  const more = lines.size - shown.length;
  const tests = rest.reduce((sum, [, count]) => sum + count, 0);
  return [
    ...shown.map(([place, changes]) =>
      printableLine(
        `${place || 'no package'} (${countOf(counts.get(place) ?? 0, 'test')}): ${changes.join(', ')}`,
        300,
      ),
    ),
    ...(rest.length === 0
      ? []
      : [
          `${countOf(rest.length, 'other package')} (${countOf(tests, 'test')}): ${more > 0 ? `${more} of them with differences` : 'no difference'}`,
        ]),
  ];
};
