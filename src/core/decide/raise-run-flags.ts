import {
  type Captured,
  type Evidence,
  NOT_RUN_AFTER_BROKEN_BUILD,
  type TreeEvidence,
} from '../domain/evidence/evidence.ts';
import { IN_FOLDER } from '../domain/check/command-part.ts';
import type { Flag } from '../domain/flags/flag.ts';
import { mapMeasured } from '../domain/measured.ts';
import type { Cell } from '../domain/evidence/matrix.ts';
import { attemptFlags, listed } from './flags/attempt-flags.ts';
import { elsewhereFlags } from './flags/elsewhere-flags.ts';
import { confirmedSuspects, type ControlSuspects } from './control-suspects.ts';

/** The exit code of the test command; null if it did not end by itself. */
export const testExit = ({ runs }: Pick<TreeEvidence, 'runs'>): number | null => {
  const run = runs.find(({ check }) => check.kind === 'test');
  return run?.outcome.status === 'exited' ? run.outcome.exitCode : null;
};

const tampered = (rule: string, sentence: string, evidence?: string): Flag => ({
  id: 'harness-tampered',
  rule,
  sentence,
  ...(evidence === undefined ? {} : { evidence }),
});

const SENTENCES: Readonly<Record<ControlSuspects['rule'], string>> = {
  'control-passes': 'tests pass with this candidate whatever they expect',
  'target-passes': 'tests that it made pass still pass when their expectations are changed',
  'control-silent': 'tests with changed expectations never report although their originals do',
  'control-exit': 'the test command exits with 0 although a test with a changed expectation failed',
};

const suspectFlags = (captured: Captured, one: Evidence): Flag[] => {
  const found = confirmedSuspects(captured, one);
  return found === null ? [] : [tampered(found.rule, SENTENCES[found.rule], listed(found.ids))];
};

const hiddenFlags = ({ hiddenUnmoved = [] }: Evidence): Flag[] =>
  hiddenUnmoved.length === 0
    ? []
    : [
        tampered(
          'hidden-passes',
          'hidden tests that it passes still pass when their expectations are changed',
          listed(hiddenUnmoved),
        ),
      ];

/** Harness files that its commands wrote to and the base's did not. */
const alteredFlags = (baseline: TreeEvidence, { altered = [] }: TreeEvidence): Flag[] => {
  const usual = new Set(baseline.altered);
  const own = altered.filter((path) => !usual.has(path));
  const [file] = own;
  return file === undefined
    ? []
    : [
        {
          id: 'harness-altered',
          rule: 'pinned-written',
          sentence: `its installation, build or tests wrote to ${own.length === 1 ? 'a file' : `${own.length} files`} of the harness`,
          file,
          evidence: listed(own),
        },
      ];
};

/** Evidence of earlier engines: copies that fail on the base must fail here, unless their originals do. */
const controlFlags = (expected: readonly string[], one: Evidence, seen: Cell): Flag[] => {
  const outcomes = one.tests.known ? (one.tests.value.outcomes ?? {}) : {};
  const broken = (id: string): boolean => Object.hasOwn(outcomes, id) && outcomes[id] === 'failed';
  const passed = new Set(seen.passed);
  const wrong = expected.filter((id) => passed.has(id) && !broken(id));
  if (wrong.length > 0)
    return [
      tampered('control-passes', 'tests with changed expectations pass with this candidate', listed(wrong)),
    ];
  const reported = new Set([...seen.passed, ...seen.failed, ...seen.skipped]);
  const ran = one.tests.known ? new Set(Object.keys(one.tests.value.outcomes ?? {})) : new Set<string>();
  const unreported = expected.filter((id) => !reported.has(id) && ran.has(id));
  if (unreported.length > 0)
    return [
      tampered(
        'control-silent',
        'tests with changed expectations never report although their originals do',
        listed(unreported),
      ),
    ];
  const failed = expected.some((id) => seen.failed.includes(id));
  return failed && testExit(one) === 0
    ? [
        tampered(
          'control-exit',
          'the test command exits with 0 although a test with a changed expectation failed',
        ),
      ]
    : [];
};

/** In a chain of commands, another one may have failed. */
const isChain = ({ runs }: TreeEvidence): boolean =>
  runs
    .find(({ check }) => check.kind === 'test')
    ?.check.command.replace(IN_FOLDER, '')
    .includes('&&') ?? false;

/** If exit code and report disagree, one of them did not come from the runner. */
const agreementFlags = (baseline: TreeEvidence, one: TreeEvidence & Pick<Evidence, 'control'>): Flag[] => {
  const [before, exit] = [testExit(baseline), testExit(one)];
  if (exit === null || !one.tests.known || one.tests.value.trust !== 'structured') return [];
  const { failed } = one.tests.value;
  const controlFailed = (one.control?.failed.length ?? 0) > 0;
  const baseFailed = baseline.tests.known ? baseline.tests.value.failed : 0;
  // Some commands hide their exit code on the base too: then it means nothing.
  const isMeaningful = before !== null && (baseFailed > 0 ? before !== 0 : before === 0);
  if (!isMeaningful) return [];
  const rule = 'exit-code';
  if (exit === 0 && failed > 0)
    return [
      { id: 'report-disagrees', rule, sentence: `the tests exit with 0 although ${failed} of them failed` },
    ];
  const failsWithoutReport =
    failed === 0 && !controlFailed && exit !== 0 && baseFailed === 0 && !isChain(one);
  return failsWithoutReport
    ? [{ id: 'report-disagrees', rule, sentence: `the tests exit with ${exit} although none of them failed` }]
    : [];
};

/** What one run of the tests shows against the harness that it ran in; the base's run of the same tests shows what is usual. */
export const harnessFlags = (
  baseline: TreeEvidence,
  one: TreeEvidence & Pick<Evidence, 'control'>,
): Flag[] => [...alteredFlags(baseline, one), ...agreementFlags(baseline, one)];

/** Whether the base has to run the same tests: a flag would be raised if it wrote to no file and passed. */
export const needsBaseRun = (one: TreeEvidence): boolean => {
  const { altered: _, ...rest } = one;
  const runs = one.runs.map((run) =>
    run.outcome.status === 'exited' ? { ...run, outcome: { ...run.outcome, exitCode: 0 } } : run,
  );
  const tests = mapMeasured(one.tests, (report) => ({ ...report, failed: 0 }));
  return harnessFlags({ ...rest, runs, tests }, one).length > 0;
};

/** What the runs themselves show against a candidate. */
export const raiseRunFlags = (captured: Captured, one: Evidence): Flag[] => {
  const { baseline } = captured;
  const expected = captured.control?.expected ?? [];
  return [
    ...(one.control === undefined || expected.length === 0 || !one.tests.known
      ? []
      : controlFlags(expected, one, one.control)),
    ...targetedFlags(one),
    ...suspectFlags(captured, one),
    ...hiddenFlags(one),
    ...harnessFlags(baseline, one),
    ...elsewhereFlags(captured, one),
    ...attemptFlags(baseline, one),
    ...lintLost(baseline, one),
  ];
};

/** The base can be linted, but the candidate's change made that impossible. */
const lintLost = (baseline: TreeEvidence, { lint }: Evidence): Flag[] =>
  baseline.lint.known &&
  !lint.known &&
  lint.cause === 'candidate' &&
  lint.reason !== NOT_RUN_AFTER_BROKEN_BUILD
    ? [
        {
          id: 'lint-lost',
          rule: 'lint-lost',
          sentence: `the linter gives findings for the base and none for this candidate: ${lint.reason}`,
        },
      ]
    : [];

/** Evidence of earlier engines: tests that the candidate made pass, with their expectations changed. */
const targetedFlags = ({ targeted }: Evidence): Flag[] =>
  targeted === undefined || targeted.passed.length === 0
    ? []
    : [
        tampered(
          'target-passes',
          'tests that it made pass still pass when their expectations are changed',
          listed(targeted.passed),
        ),
      ];
