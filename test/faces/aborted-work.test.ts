import { BenchmarkPolicy } from '../../src/core/domain/bench/benchmark-policy.ts';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { AgentDefinitions } from '../../src/core/domain/agent/agent-definition.ts';
import { listRuns, openSession, type Session } from '../../src/faces/library/library.ts';
import { openSession as openResources } from '../../src/faces/wiring/session.ts';
import { openBenchStoreAt, openBenchTools } from '../../src/faces/wiring/wiring-bench.ts';
import { resolveAgent } from '../../src/shell/agent/resolve-agent.ts';
import { findTasks } from '../../src/shell/bench/tasks/find-tasks.ts';
import { runSuite } from '../../src/shell/bench/run-suite.ts';
import { DIALECTS, type Dialect } from '../shell/adapters/models/dialects.ts';
import { neverAnswers, startWireServer } from '../shell/adapters/models/wire-server.ts';
import { suiteFiles } from '../shell/experiment/experiment-builders.ts';
import { type MadeSuite, makeTask } from '../support/made-task.ts';
import { has, unless } from '../support/needs.ts';
import { childrenOf } from '../support/own-children.ts';
import { makeProject, type ScratchProject } from '../support/scratch-project.ts';

/** Nothing else in this process waits for so long. */
const SECONDS = '987654';
const SLEEP = `sleep ${SECONDS}`;
const agents = AgentDefinitions.parse({ sleeper: { command: SLEEP.split(' '), network: false } });
const SCRIPT = [{ text: '', calls: [{ name: 'run_command', input: { command: SLEEP } }] }];
const ABORTED = { name: 'AbortError', code: 'ABORT_ERR', cause: 'enough' };

let project: ScratchProject;
let session: Session;
beforeAll(async () => {
  project = await makeProject({
    'sum.js': 'export const sum = (a, b) => a - b;\n',
    'hydra.toml': `[agents.sleeper]\ncommand = ${JSON.stringify(SLEEP.split(' '))}\nnetwork = false\n`,
    'old/CLAUDE.md': 'do something\n',
    'new/CLAUDE.md': 'solve it\n',
    ...suiteFiles('few', 1),
  });
  session = openSession({ repo: project.root });
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await session.close();
  await project.remove();
});

const sleeping = (): boolean => childrenOf(process.pid).some(({ command }) => command.includes(SECONDS));

/** Aborts once `busy` holds; returns the error that the work then ends with. */
const abortWhen = async (
  busy: () => boolean,
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<unknown> => {
  const controller = new AbortController();
  const ended = work(controller.signal).then(
    (result) => ({ result }),
    (error: unknown) => error,
  );
  const over = ended.then(() => true);
  while (!busy() && !(await Promise.race([over, sleep(20, false)])));
  controller.abort('enough');
  return ended;
};

describe.skipIf(!has.sandbox)(`an abort${unless('sandbox')}`, () => {
  test('ends a program that is an agent', async () => {
    const work = (signal: AbortSignal) =>
      session.runAgent({ base: 'main', agent: 'sleeper', agents, prompt: 'Wait.', signal });
    expect(await abortWhen(sleeping, work)).toMatchObject(ABORTED);
    expect(sleeping()).toBe(false);
  });

  test('ends a command of the built-in agent, and is not an answer for its model', async () => {
    const events: string[] = [];
    const work = (signal: AbortSignal) =>
      session.runAgent({
        base: 'main',
        agent: 'builtin:mock:script',
        prompt: 'Wait.',
        mock: { task: { id: 'wait', solution: [] }, script: SCRIPT },
        record: async ({ event }) => void events.push(event),
        signal,
      });
    expect(await abortWhen(sleeping, work)).toMatchObject(ABORTED);
    expect(events.at(-1)).toBe('tool_call');
  });

  test('ends a call to a model that does not answer', async () => {
    const server = await startWireServer();
    const dialect = Object.values(DIALECTS)[0] as Dialect;
    for (const [name, value] of Object.entries(dialect.environment(server.url))) vi.stubEnv(name, value);
    server.queue(neverAnswers);
    try {
      const work = (signal: AbortSignal) =>
        session.runAgent({
          base: 'main',
          agent: `builtin:${dialect.spec(server.url)}`,
          prompt: 'Answer.',
          signal,
        });
      expect(await abortWhen(() => server.asked.length > 0, work)).toMatchObject(ABORTED);
    } finally {
      await server.close();
    }
  });

  test('ends an experiment, which can be resumed', async () => {
    const at = (path: string): string => join(project.root, path);
    const work = (signal: AbortSignal) =>
      session.compareConfigurations({
        baseline: at('old'),
        candidates: [at('new')],
        tasks: at('few'),
        agent: 'sleeper',
        signal,
      });
    expect(await abortWhen(sleeping, work)).toMatchObject(ABORTED);
    expect(await listRuns({ repo: project.root })).toMatchObject([{ state: 'unfinished' }]);
    expect(await readdir(join(project.root, '.hydra', 'claims'))).toEqual([]);
  });

  test('ends an evaluation by a custom function, whatever that returns', async () => {
    let waiting = false;
    const work = (signal: AbortSignal) =>
      session.evaluateCandidates(
        project.root,
        [{ files: [{ path: 'sum.js', content: 'export const sum = (a, b) => a + b;\n' }] }],
        async () => {
          waiting = true;
          while (!signal.aborted) await sleep(20);
          return { tests_passed: 1, tests_failed: 0 };
        },
        { signal },
      );
    expect(await abortWhen(() => waiting, work)).toMatchObject(ABORTED);
  });

  describe('of a benchmark', () => {
    let suite: MadeSuite;
    let out: string;
    beforeAll(async () => {
      suite = await makeTask({ 'mock.json': JSON.stringify(SCRIPT) });
      out = await mkdtemp(join(tmpdir(), 'hydra-bench-out-'));
    });
    afterAll(async () => {
      await suite.remove();
      await rm(out, { recursive: true, force: true });
    });

    test('ends its agent and leaves no partial run', async () => {
      const resources = openResources();
      const work = async (signal: AbortSignal): Promise<unknown> => {
        const bench = await openBenchTools(resources, signal);
        return runSuite(bench, await openBenchStoreAt(out), {
          tasks: await findTasks(bench.reader, suite.folder),
          agent: resolveAgent(bench.agents, 'builtin:mock:script'),
          model: 'mock:script',
          repeats: 1,
          settings: { max_steps: 10, max_cost_usd: null, judge_model: null },
          policy: BenchmarkPolicy.parse({}),
          jobs: 1,
          budgetUsd: null,
          onlyMissing: false,
          allowDegraded: false,
          onEvent: () => {},
        });
      };
      try {
        expect(await abortWhen(sleeping, work)).toMatchObject(ABORTED);
        expect(await readdir(out)).toEqual([]);
      } finally {
        await resources.close();
      }
    });
  });
});
