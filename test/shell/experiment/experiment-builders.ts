import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ExperimentPolicy } from '../../../src/core/domain/experiment/experiment-policy.ts';
import { HydraConfig } from '../../../src/core/domain/policy/hydra-config.ts';
import { openExperimentTools } from '../../../src/faces/wiring/wiring-experiments.ts';
import type { ExperimentTools } from '../../../src/shell/experiment/compare-configurations.ts';
import type { ConfiguredAgent, TrialJob, TrialWork } from '../../../src/shell/ports/configured-agent.ts';
import { openSession, type Session } from '../../../src/faces/wiring/session.ts';
import { afterAll } from 'vitest';

/** Writes what a configuration's `answer.txt` says for the task, if it says anything. */
const obey = async ({ workspace, task, configuration }: TrialJob): Promise<TrialWork> => {
  const notes = configuration.files.find(({ path }) => path === 'CLAUDE.md');
  const told = Buffer.from(notes?.bytes ?? []).toString('utf8');
  if (told.includes('fail')) throw new Error('told to fail');
  const answer = told.includes(`not ${task.id}`) ? 'wrong' : told.includes('solve') ? 'right' : 'nothing';
  await writeFile(join(workspace.hostTree ?? '', 'answer.txt'), `${answer}\n`);
  return {
    status: 'completed',
    reason: 'done',
    cost: { tokens: 100, tool_calls: 1, steps: 2, wall_clock_ms: 10, usd: 0.01 },
    transcript: `wrote ${answer}`,
  };
};

export const scriptedAgent = (said: Partial<ConfiguredAgent> = {}): ConfiguredAgent => ({
  spec: 'test:obey',
  kind: 'command',
  mock: false,
  version: '1',
  priced: true,
  work: obey,
  ...said,
});

/** Call it once per file: files share this module, and a session is closed after its file. */
export const openTestSession = (): Session => {
  const session = openSession();
  afterAll(() => session.close());
  return session;
};

export const openWorld = async (
  session: Session,
  repo: string,
  agent: ConfiguredAgent,
): Promise<ExperimentTools> => ({
  ...(await openExperimentTools(session, repo)),
  openAgent: async () => agent,
  openJudge: async () => ({ judge: null, note: null }),
});

export const config = HydraConfig.parse({});
export const policy = (said: Partial<ExperimentPolicy> = {}): ExperimentPolicy =>
  ExperimentPolicy.parse({ trials: 1, ...said });

/** A suite whose tasks require `answer.txt` to say "right". */
export const suiteFiles = (folder: string, count: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at): readonly [string, string][] => [
      [
        `${folder}/t${at}/task.toml`,
        `prompt = "Answer."
[[checks]]
type = "file_contains"
path = "answer.txt"
text = "right"
[[checks]]
type = "command"
run = "grep -q right answer.txt && grep -q secret {checks}/key.txt && test ! -e task.toml"
`,
      ],
      [`${folder}/t${at}/fixture/question.txt`, `question ${at}\n`],
      [`${folder}/t${at}/checks/key.txt`, 'secret\n'],
      [`${folder}/t${at}/reference/answer.txt`, 'right\n'],
    ]).flat(),
  );
