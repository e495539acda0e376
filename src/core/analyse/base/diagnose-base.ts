import { isByExitCode, type TestReport } from '../../domain/check/test-report.ts';
import {
  type BaseHealth,
  FOREIGN_ORIGIN,
  type HealthFinding,
  type NotInstalled,
} from '../../domain/evidence/base-health.ts';
import type { TreeEvidence } from '../../domain/evidence/evidence.ts';
import type { CheckPlan } from '../../domain/source/repo-facts.ts';
import { firstMeaningfulLine } from '../../text/first-meaningful-line.ts';
import { readLeftOut } from './read-left-out.ts';
import { readSymptoms } from './read-symptoms.ts';
import { plural } from '../../text/amounts.ts';

export type BaseInput = {
  readonly plan: Pick<CheckPlan, 'profile' | 'commands' | 'checks'>;
  readonly baseline: TreeEvidence;
  /** Of the installation, and of the checks of the base that failed. */
  readonly logs: { readonly install: string; readonly build: string; readonly test: string };
  /** Folders of submodules. */
  readonly submodules: readonly string[];
  /** Whether files of the tree are kept by Git LFS. */
  readonly usesLfs: boolean;
};

const MOST_FINDINGS = 5;
const ROOM_FOR_INSTALLATION = 2;
const MOST_NAMED = 3;
const STEPS = ['install', 'build', 'test', 'lint'] as const;

type Verdict = Pick<BaseHealth, 'level' | 'sentence' | 'tests'>;

const withLine = (reason: string, log: string): string => {
  const line = firstMeaningfulLine(log);
  return line === null || reason.includes(line) ? `${reason}.` : `${reason}: ${line.slice(0, 300)}`;
};

const judgeBuild = ({ baseline, plan, logs }: BaseInput): Verdict | null => {
  const { build } = baseline;
  if (!plan.checks.some(({ kind }) => kind === 'build') || (build.known && build.value.passed)) return null;
  const why = build.known ? (build.value.stopped ?? 'its build fails') : build.reason;
  return {
    level: 'unusable',
    sentence: withLine(`The base cannot be built: ${why}`, logs.build),
    tests: null,
  };
};

/** A command that passes or fails as a whole is not one test. */
const judgeExit = ({ passed }: TestReport, log: string): Verdict =>
  passed > 0
    ? {
        level: 'healthy',
        sentence: 'The test command succeeds on the base, but only its exit code can be read.',
        tests: null,
      }
    : {
        level: 'unusable',
        sentence: withLine('The test command fails on the base, and its result cannot be read', log),
        tests: null,
      };

const judgeTests = ({ baseline, plan, logs }: BaseInput): Verdict => {
  const { tests } = baseline;
  if (!plan.checks.some(({ kind }) => kind === 'test'))
    return { level: 'untested', sentence: 'No test command: nothing is tested.', tests: null };
  if (!tests.known)
    return {
      level: 'unusable',
      sentence: withLine(
        `The base cannot be tested: ${tests.reason}`,
        tests.reason.startsWith(FOREIGN_ORIGIN) ? '' : logs.test,
      ),
      tests: null,
    };
  if (isByExitCode(tests.value)) return judgeExit(tests.value, logs.test);
  const { passed, failed, skipped } = tests.value;
  const counts = { passed, failed, skipped };
  const all = passed + failed;
  if (all === 0) return { level: 'unusable', sentence: 'No test of the base ran.', tests: counts };
  if (failed === 0)
    return {
      level: 'healthy',
      sentence: all === 1 ? '1 test of the base passes.' : `${all} tests of the base pass.`,
      tests: counts,
    };
  const sentence = `${failed} of ${plural(all, 'test')} ${failed === 1 ? 'fails' : 'fail'} on the base`;
  return passed === 0
    ? { level: 'unusable', sentence: withLine(sentence, logs.test), tests: counts }
    : { level: 'failing', sentence: `${sentence}.`, tests: counts };
};

/** A failing build matters less if the tests still run. */
const judge = (input: BaseInput): Verdict => {
  const [build, tests] = [judgeBuild(input), judgeTests(input)];
  if (build === null) return tests;
  if (tests.tests === null || tests.level === 'unusable') return build;
  return { ...tests, level: 'failing', sentence: `${build.sentence} ${tests.sentence}` };
};

const wrongCode = ({ baseline: { tests } }: BaseInput): readonly HealthFinding[] =>
  !tests.known && tests.reason.startsWith(FOREIGN_ORIGIN)
    ? [
        {
          cause: 'wrong-code',
          sentence:
            'an installed copy of the project replaces the checkout, so none of its test results count',
          help: 'let [scoring.commands] install put the project in place last, such as `pip install -e .`',
          times: 1,
        },
      ]
    : [];

const stopped = ({ baseline: { runs } }: BaseInput): readonly HealthFinding[] =>
  runs.flatMap(({ check, outcome }): readonly HealthFinding[] => {
    if (outcome.status === 'timed-out')
      return [
        {
          cause: 'limit',
          sentence: `${check.name} was stopped after ${Math.round(outcome.timeoutMs / 1000)} s`,
          help: `raise [scoring.timeouts] ${check.kind}`,
          times: 1,
        },
      ];
    if (outcome.status !== 'killed') return [];
    const sentence = `${check.name} was killed: ${outcome.signal}`;
    return [{ cause: 'limit', sentence, help: 'raise the limit in [checks.limits]', times: 1 }];
  });

const absentFiles = ({ submodules, usesLfs }: BaseInput): readonly HealthFinding[] => [
  ...(submodules.length === 0
    ? []
    : [
        {
          cause: 'submodule-missing' as const,
          sentence: `${plural(submodules.length, 'submodule')} of git ${submodules.length === 1 ? 'is' : 'are'} not checked out: ${submodules.slice(0, 3).join(', ')}`,
          help: 'let [scoring.commands] install fetch what the tests need of them',
          times: 1,
        },
      ]),
  ...(usesLfs
    ? [
        {
          cause: 'lfs-pointer' as const,
          sentence: 'files of Git LFS are pointers: Hydra checks out what git stores',
          help: 'let [scoring.commands] install fetch the files that the tests read',
          times: 1,
        },
      ]
    : []),
];

const partFinding = (sentence: string): HealthFinding => ({
  cause: 'installation',
  sentence,
  help: 'tests that need more fail on the base and count for no candidate; set [scoring.commands] install to install it in another way',
  times: 1,
});

/** The installation in part, in one sentence for what is missing and one for what has another version. */
const installedInPart = (leftOut: readonly NotInstalled[]): readonly HealthFinding[] => {
  const listed = (some: readonly NotInstalled[]): string =>
    some
      .slice(0, MOST_NAMED)
      .map(
        ({ requirement, from, reason, instead }) =>
          `${requirement} of ${from}${instead === null ? '' : ` (${instead} instead)`}: ${reason}`,
      )
      .join('; ') + (some.length > MOST_NAMED ? `; and ${some.length - MOST_NAMED} more` : '');
  const missing = leftOut.filter(({ instead }) => instead === null);
  const replaced = leftOut.filter(({ instead }) => instead !== null);
  return [
    ...(missing.length === 0
      ? []
      : [
          partFinding(
            `installed in part, without ${plural(missing.length, 'requirement')}: ${listed(missing)}`,
          ),
        ]),
    ...(replaced.length === 0
      ? []
      : [partFinding(`installed with other versions than listed: ${listed(replaced)}`)]),
  ];
};

/** Optional steps of Hydra's own installation that failed. */
const saidByInstall = ({ logs }: Pick<BaseInput, 'logs'>): readonly HealthFinding[] =>
  [...new Set(logs.install.split('\n').filter((line) => line.startsWith('hydra: ')))].map((line) => ({
    cause: 'installation',
    sentence: line.slice('hydra: '.length, 400),
    help: 'see install.log of the base',
    times: 1,
  }));

/** Causes of failures, the likeliest first, with room for what the installation says. */
const findingsOf = (
  causes: readonly HealthFinding[],
  installation: readonly HealthFinding[],
): readonly HealthFinding[] => {
  const distinct = (all: readonly HealthFinding[]): readonly HealthFinding[] => {
    const seen = new Set<string>();
    return all.filter(({ cause, sentence }) => {
      const key = cause === 'lfs-pointer' ? cause : sentence;
      return !seen.has(key) && seen.add(key);
    });
  };
  const room = MOST_FINDINGS - Math.min(installation.length, ROOM_FOR_INSTALLATION);
  return [...distinct(causes).slice(0, room), ...distinct(installation)].slice(0, MOST_FINDINGS);
};

/** Profile, commands, the base's health, and the likely causes of failures. */
export const diagnoseBase = (input: BaseInput): BaseHealth => {
  const { plan, logs } = input;
  const verdict = judge(input);
  const sound = verdict.level === 'healthy' || verdict.level === 'untested';
  const symptoms = sound ? [] : readSymptoms([logs.build, logs.test]);
  const causes = [...wrongCode(input), ...stopped(input), ...symptoms, ...(sound ? [] : absentFiles(input))];
  const leftOut = readLeftOut(logs.install);
  return {
    profile: plan.profile,
    commands: STEPS.flatMap((step) => {
      const command = plan.commands[step];
      return command === undefined ? [] : [{ step, command }];
    }),
    ...verdict,
    findings: [...findingsOf(causes, [...installedInPart(leftOut), ...saidByInstall(input)])],
    ...(leftOut.length === 0 ? {} : { left_out: [...leftOut] }),
  };
};
