import type { Captured, Evidence } from '../domain/evidence/evidence.ts';
import { compareTests, indexBaselineTests } from '../compare/compare-tests.ts';
import { listFirst } from '../text/amounts.ts';
import { describeBehaviour } from './describe-behaviour.ts';

const IDS_SHOWN = 20;

const named = (ids: readonly string[]): string => listFirst(ids, IDS_SHOWN);

const testLines = ({ baseline, quarantined = [] }: Captured, { tests }: Evidence): readonly string[] => {
  if (!tests.known) return [`tests: ${tests.reason}`];
  if (!baseline.tests.known) return [`tests: ${tests.value.passed} passed, ${tests.value.failed} failed`];
  const { passed, ran } = compareTests(indexBaselineTests(baseline.tests.value), tests.value);
  const [before, after] = [baseline.tests.value.outcomes, tests.value.outcomes];
  if (before === undefined || after === undefined) return [`tests: ${passed} of ${ran} pass`];
  const aside = new Set(quarantined);
  const ids = Object.keys(before).filter((id) => !aside.has(id));
  const now = (id: string): string | undefined => (Object.hasOwn(after, id) ? after[id] : undefined);
  const broken = ids.filter((id) => before[id] === 'passed' && now(id) !== 'passed');
  const fixed = ids.filter((id) => before[id] === 'failed' && now(id) === 'passed');
  return [
    `tests: ${passed} of ${ran} pass`,
    ...(broken.length === 0 ? [] : [`tests that pass on the base and not here: ${named(broken)}`]),
    ...(fixed.length === 0 ? [] : [`tests that fail on the base and pass here: ${named(fixed)}`]),
  ];
};

const matrixLines = ({ matrix }: Evidence): readonly string[] => {
  if (matrix === undefined) return [];
  const cells = matrix.cross.flatMap(({ tests }) => (tests.known ? [tests.value] : []));
  const passed = cells.reduce((sum, cell) => sum + cell.passed.length, 0);
  const failed = cells.flatMap((cell) => cell.failed);
  return [
    ...(matrix.proven.length === 0
      ? []
      : [`its own tests that fail on the base and pass here: ${named(matrix.proven)}`]),
    ...(cells.length === 0 ? [] : [`tests of other candidates: ${passed} pass, ${failed.length} fail`]),
    ...(failed.length === 0 ? [] : [`tests of other candidates that fail here: ${named(failed)}`]),
  ];
};

/** Only those that were admitted: any other shows nothing. */
const writtenLines = ({ panelTests }: Captured, { candidate }: Evidence): readonly string[] => {
  if (panelTests?.tests.known !== true) return [];
  const tests = panelTests.tests.value.filter(({ state }) => state === 'admitted');
  const idsOf = (result: 'passed' | 'failed'): readonly string[] =>
    tests.filter((one) => one[result].includes(candidate.name)).map(({ id }) => id);
  const [passed, failed] = [idsOf('passed'), idsOf('failed')];
  const origin = 'tests that a model wrote from the task alone, without seeing any change';
  return [
    ...(passed.length === 0 ? [] : [`${origin}, and that pass here: ${named(passed)}`]),
    ...(failed.length === 0 ? [] : [`${origin}, and that fail here: ${named(failed)}`]),
  ];
};

const behaviourLines = ({ probes, evidence }: Captured, { candidate, tree }: Evidence): readonly string[] => {
  if (probes?.known !== true) return [];
  const copies = new Set(evidence.filter((one) => one.tree === tree).map((one) => one.candidate.name));
  return describeBehaviour(probes.value, candidate.name, (other) => copies.has(other));
};

/** Nothing here depends on the machine's speed: the same evidence gives the same prompt. */
const linesOf = (captured: Captured, one: Evidence): readonly string[] => [
  one.build.known ? `build: ${one.build.value.passed ? 'passes' : 'fails'}` : `build: ${one.build.reason}`,
  ...testLines(captured, one),
  ...matrixLines(one),
  ...writtenLines(captured, one),
  ...behaviourLines(captured, one),
  ...[...new Set(one.flags.map(({ id }) => id))].toSorted().map((id) => `flag: ${id}`),
];

/** The checks' findings by candidate; null if they are the same for all. */
export const describeFindings = (
  captured: Captured,
): readonly { readonly candidate: string; readonly lines: readonly string[] }[] | null => {
  const found = captured.evidence.map((one) => ({
    candidate: one.candidate.name,
    lines: linesOf(captured, one),
  }));
  return new Set(found.map(({ lines }) => lines.join('\n'))).size > 1 ? found : null;
};
