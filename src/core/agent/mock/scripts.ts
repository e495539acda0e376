import type { MockScript } from '../../domain/agent/mock-brief.ts';
import { unitHash } from '../../math/unit-hash.ts';
import { DONE, editingTurns, LOOK, synthetic, TEST } from './synthetic.ts';

const EVEN = 0.5;
const REPEATS = 5;

/** Looks around and gives up. */
const empty: MockScript = () => [{ text: 'There is nothing to do.', calls: [] }];

/** Makes the first half of the changes only. */
const half: MockScript = ({ task }) => [
  LOOK,
  ...editingTurns(task.solution.slice(0, Math.floor(task.solution.length / 2))),
  TEST,
  DONE,
];

/** Solves the task, and reads and tests far more often than needed. */
const wasteful: MockScript = (brief) => [
  ...Array.from({ length: REPEATS }, () => [LOOK, TEST]).flat(),
  ...synthetic(brief),
];

/** Calls tools that do not exist, with invalid arguments, and breaks what it touches. */
const broken: MockScript = ({ task }) => [
  { text: '', calls: [{ name: 'launch_rocket', input: '{' }] },
  ...task.solution.slice(0, 1).map(({ path }) => ({
    text: '',
    calls: [{ name: 'edit_file', input: { kind: 'add', path, content: '(\n', overwrite: true } }],
  })),
  DONE,
];

/** Solves a share of the tasks; task, configuration and seed decide which. */
const flaky: MockScript = (brief) => {
  const { task, configuration = '', seed = 0, skill = EVEN } = brief;
  return unitHash(JSON.stringify([task.id, configuration, seed])) < skill
    ? synthetic(brief)
    : [LOOK, TEST, DONE];
};

/** Follows the script in the task's own folder. */
const script: MockScript = (brief) => brief.script ?? null;

const SCRIPTS: Readonly<Record<string, MockScript>> = {
  synthetic,
  empty,
  half,
  wasteful,
  broken,
  flaky,
  script,
};

export const MOCK_NAMES: readonly string[] = Object.keys(SCRIPTS);

export const findMockScript = (name: string): MockScript | null =>
  Object.hasOwn(SCRIPTS, name) ? (SCRIPTS[name] ?? null) : null;
