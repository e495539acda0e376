import * as z from 'zod';
import { TaskFile } from '../domain/bench/bench-task.ts';
import { type ImportedTask, taskName } from './import-swe-row.ts';
import { writeTaskToml } from './write-task-toml.ts';

/** `task.toml` of a Harbor folder; what else it has is ignored. */
const HarborFile = z.looseObject({
  metadata: z.looseObject({ difficulty: z.unknown().optional() }).optional(),
  verifier: z.looseObject({ timeout_sec: z.number().positive().optional() }).optional(),
  environment: z
    .looseObject({ docker_image: z.string().optional(), build_timeout_sec: z.number().positive().optional() })
    .optional(),
});

export type HarborFolder = {
  readonly name: string;
  readonly instruction: string;
  /** `task.toml`, parsed. */
  readonly settings: unknown;
  /** `environment/Dockerfile`, if there is one. */
  readonly dockerfile: string | null;
  /** Left out: tests run with the tools of the machine. */
  readonly withoutImage?: boolean;
};

const RUN_TESTS = 'hydra-run-tests.sh';

/**
 * Harbor's tests expect to be in /tests and the work in /app, and write their reward to /logs/verifier. Here they run on a
 * copy in which these are folders of the sandbox; `src/tests` and the like stay as they are.
 */
const RUNNER = `#!/bin/sh
# Runs test.sh of a Harbor task: /tests, /app and /logs/verifier are folders of this sandbox.
hidden=$1 workspace=$2 work=$(mktemp -d)
mkdir -p "$work/logs" && cp -R "$hidden/." "$work/tests" || exit 70
quoted() { printf '%s' "$1" | sed 's/[&#\\\\]/\\\\&/g'; }
moved() { printf '%s' "s#(^|[^[:alnum:]_./}-])$1\\\\b#\\\\1$(quoted "$2")#g"; }
grep -rlIZ -e / "$work/tests" | xargs -0 -r sed -i -E -e "$(moved /logs/verifier "$work/logs")" \\
  -e "$(moved /tests "$work/tests")" -e "$(moved /app "$workspace")"
cd "$workspace" && bash "$work/tests/test.sh"; status=$?
[ -f "$work/logs/reward.txt" ] || exit $status
grep -Eq '^1(\\.0*)?$' "$work/logs/reward.txt"
`;

/** The agent works in another folder than the text names. */
const PLACE = `
Paths below \`/app\` are in the folder that you work in.
`;

const instructionOf = (text: string): string => {
  const ended = text.endsWith('\n') ? text : `${text}\n`;
  return /\/app\b/.test(text) ? `${ended}${PLACE}` : ended;
};

const FROM = /^FROM\s+(?:--\S+\s+)?([A-Za-z0-9][\w./:@+-]{0,400})(?:\s+AS\s+\S+)?\s*$/im;
const DIFFICULTIES = ['easy', 'medium', 'hard'] as const;

/** The image that a Harbor environment names, or starts from. */
const imageOf = ({ dockerfile }: HarborFolder, named: string | undefined): string | undefined =>
  named ?? (dockerfile === null ? undefined : FROM.exec(dockerfile)?.[1]);

const firstLine = (text: string): string =>
  (text.split('\n').find((line) => line.trim() !== '') ?? '')
    .replace(/^#+\s*/, '')
    .trim()
    .slice(0, 200);

/** A Harbor folder as a task that its test script decides. */
export const importHarbor = (folder: HarborFolder): ImportedTask => {
  const { metadata, verifier, environment } = HarborFile.parse(folder.settings);
  const image = folder.withoutImage ? undefined : imageOf(folder, environment?.docker_image);
  const timeout = verifier?.timeout_sec;
  const difficulty = DIFFICULTIES.find((one) => one === metadata?.difficulty) ?? 'medium';
  const file = TaskFile.parse({
    title: firstLine(folder.instruction) || folder.name,
    language: 'other',
    kind: 'feature',
    difficulty,
    setup: {
      ...(image === undefined ? {} : { image }),
      ...(timeout === undefined ? {} : { timeout_seconds: timeout }),
    },
    tests: { fail_to_pass: { command: `sh {hidden}/${RUN_TESTS} {hidden} {workspace}` } },
  });
  return {
    name: taskName(folder.name),
    files: {
      'task.toml': writeTaskToml(file),
      'issue.md': instructionOf(folder.instruction),
      [`tests/${RUN_TESTS}`]: RUNNER,
    },
  };
};
