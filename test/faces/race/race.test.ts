import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RunEvent } from '../../../src/core/domain/run/run-event.ts';
import type { FinishedRace } from '../../../src/shell/race/run-race.ts';
import { sharedSession } from '../../support/shared-session.ts';
import { makeRaceProject } from '../../support/race-project.ts';
import type { ScratchProject } from '../../support/scratch-project.ts';
import { has, unless } from '../../support/needs.ts';
import { runHydra } from '../../support/run-hydra.ts';

const FIX = "sed -i 's/a - b/a + b/' sum.js";
const USED = (tokens: number, usd: number) =>
  `echo '{"input_tokens": ${tokens}, "output_tokens": 10, "cost_usd": ${usd}, "steps": 2, "tool_calls": 3}' > "$HYDRA_USAGE_FILE"`;
const GIT = 'git -c user.name=a -c user.email=a@a.invalid';

/** One habit each. */
const AGENTS = {
  // Whatever it does to git, its tree counts: commits, a branch, a stash, a hook, no history.
  good: `${FIX}; git add -A; ${GIT} commit -qm x; git checkout -qb other; echo 1 > stray.txt; ${GIT} stash -qu; mkdir -p .git/hooks; echo 'exit 1' > .git/hooks/pre-commit; git update-ref -d HEAD; ${USED(100, 0.25)}`,
  worse: `sed -i 's/a - b/a + b + 1/' sum.js; ${USED(50, 0.1)}`,
  asks: 'echo Shall I?',
  fails: `${FIX}; echo no luck >&2; exit 3`,
  idle: 'echo waiting; sleep 3107',
  // Whatever it could see goes into a file of its change.
  spy: `find / \\( -name 'hydra-secret-*' -o -name events.jsonl \\) 2>/dev/null > seen.txt; echo "$HYDRA_TEST_SECRET" >> seen.txt`,
};

let project: ScratchProject;
beforeAll(async () => {
  project = await makeRaceProject(AGENTS);
  writeFileSync(join(project.patches, 'hydra-secret-file'), 'x');
  vi.stubEnv('HYDRA_TEST_SECRET', 'must-not-be-seen');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await project.remove();
});

describe.skipIf(!has.sandbox)(`a race${unless('sandbox')}`, () => {
  let race: FinishedRace;
  const events: RunEvent[] = [];
  beforeAll(async () => {
    race = await sharedSession.race({
      repo: project.root,
      task: 'sum must add',
      agents: ['good', 'worse', 'asks', 'fails', 'idle', 'spy'],
      limits: { idleMs: 3000 },
      onProgress: (event) => events.push(event),
    });
  });

  test('every agent is in the result, labelled, and the right one wins', () => {
    expect(race.attempts.map(({ agent, label }) => [agent, label])).toEqual([
      ['good', 'done'],
      ['worse', 'done'],
      ['asks', 'asked'],
      ['fails', 'failed'],
      ['idle', 'timed-out'],
      ['spy', 'done'],
    ]);
    expect(race.conclusion.winner).toBe('good');
    expect(race.conclusion.rankings).toHaveLength(6);
    const gate = (name: string) =>
      race.conclusion.rankings.find(({ agent }) => agent === name)?.reasons['agent'];
    expect(gate('fails')).toMatch(/^the agent failed: sh ended with exit code 3: .*no luck$/);
    expect(gate('idle')).toBe('the agent timed out: it did nothing for 3 seconds');
    expect(gate('asks')).toBe('the agent asked a question: Shall I?');
    expect(race.captured.task).toBe('sum must add');
  });

  test('the change is the tree against the base, whatever happened to git', () => {
    const patch = readFileSync(
      join(project.root, '.hydra/runs', race.runId, 'candidates/good/diff.patch'),
      'utf8',
    );
    expect(patch).toContain('+export const sum = (a, b) => a + b;');
    expect(patch).not.toContain('stray');
    expect(race.attempts[0]?.files).toBe(1);
  });

  test('an agent sees neither stored runs, nor files next to the repository, nor variables', () => {
    const patch = readFileSync(
      join(project.root, '.hydra/runs', race.runId, 'candidates/spy/diff.patch'),
      'utf8',
    );
    expect(patch.split('\n').filter((line) => /^\+(?!\+)/.test(line))).toEqual(['+']);
  });

  test('usage is in the candidates, and each agent’s permissions are in the run', () => {
    const { provenance } =
      race.captured.evidence.find(({ candidate }) => candidate.name === 'good')?.candidate ?? {};
    expect(provenance).toMatchObject({ tokens: 110, usd: 0.25, author: 'good', status: 'completed' });
    const started = events.find(({ event }) => event === 'race_started');
    expect(started?.event === 'race_started' && started.entrants[0]?.allowed).toMatchObject({
      network: false,
    });
    expect(events.filter(({ event }) => event === 'agent_at_work')).toHaveLength(6);
  });

  test('the run is complete: verified, shown and merged like any other', async () => {
    const verified = await runHydra(['verify', race.runId], { cwd: project.root });
    expect(verified.code).toBe(0);
    const merged = await runHydra(['merge', race.runId, '--dry-run'], { cwd: project.root });
    expect(merged.stdout).toContain('sum.js');
  });
});

const main = fileURLToPath(new URL('../../../dist/faces/cli/main.js', import.meta.url));

describe.skipIf(!has.sandbox)(`a race that is killed${unless('sandbox')}`, () => {
  test('is resumed: finished agents are not started again, a cut one is lost by choice, nothing is left running', async () => {
    const words = [
      'race',
      '-p',
      'sum must add',
      '--agents',
      'good,idle',
      '--idle-timeout',
      'off',
      '--repo',
      project.root,
    ];
    const child = spawn(process.execPath, [main, ...words], { stdio: 'ignore', detached: true });
    const runs = join(project.root, '.hydra/runs');
    const before = new Set(existsSync(runs) ? readdirSync(runs) : []);
    const traceOf = (): string => {
      const id = existsSync(runs) ? readdirSync(runs).find((one) => !before.has(one)) : undefined;
      const path = join(runs, id ?? '', 'events.jsonl');
      return id !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : '';
    };
    while (!traceOf().includes('"event":"agent_done"')) await sleep(100);
    child.kill('SIGKILL');
    const id = readdirSync(runs).find((one) => !before.has(one)) ?? '';
    const resumed = await runHydra([
      'race',
      '--resume',
      id,
      '--cut',
      'lost',
      '--json',
      '--repo',
      project.root,
    ]);
    const { winner, race } = JSON.parse(resumed.stdout) as {
      winner: string;
      race: { attempts: readonly { agent: string; label: string }[] };
    };
    expect([winner, race.attempts.map(({ agent, label }) => `${agent} ${label}`)]).toEqual([
      'good',
      ['good done', 'idle lost'],
    ]);
    expect(traceOf().match(/"event":"agent_at_work"/g)).toHaveLength(2);
    // The sandbox of the killed process died with it; no other test sleeps for as long.
    const sleeping = readdirSync('/proc').filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8') === 'sleep\u00003107\u0000';
      } catch {
        return false;
      }
    });
    expect(sleeping).toEqual([]);
    const attached = await runHydra(['attach', id, '--repo', project.root]);
    expect(attached.stdout).toContain('Winner: good');
    expect(attached.code).toBe(0);
  });
});
