import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { has, unless } from '../../support/needs.ts';
import { ownEnvironment } from '../../support/own-environment.ts';
import { runHydra } from '../../support/run-hydra.ts';
import { makeProject, type ScratchProject } from '../../support/scratch-project.ts';

const main = fileURLToPath(new URL('../../../dist/faces/cli/main.js', import.meta.url));
const recorded = readFileSync(new URL('../../fixtures/agents/codex/worked.out', import.meta.url), 'utf8');
const FIX = "sed -i 's/a - b/a + b/' sum.js";

/** Replaces the program of this name: renews its login by a rename, and reports what it sees of the home. */
const CODEX = `#!/bin/sh
cat > /dev/null
${FIX}
ls -A "$HOME" "$HOME/.codex" > seen.txt
cat "$HOME/.codex/auth.json" >> seen.txt
sed 's/first/renewed/g' "$HOME/.codex/auth.json" > "$HOME/.codex/new" && mv "$HOME/.codex/new" "$HOME/.codex/auth.json"
echo 'model = "evil"' > "$HOME/.codex/config.toml"
cat <<'END'
${recorded}END
`;

/** Prints one reply as the program of this name does, then waits: its cost is only in the price list. */
const CLAUDE = `#!/bin/sh
cat > /dev/null
${FIX}
echo '{"type":"assistant","message":{"id":"m1","model":"claude-sonnet-4-5-20250929","role":"assistant","content":[{"type":"text","text":"working"}],"usage":{"input_tokens":30000,"output_tokens":3000}}}'
while true; do sleep 1; done
`;
/** Reports its cost itself, then waits. */
const SPENDER = `printf '{"input_tokens": 1000, "output_tokens": 0, "cost_usd": 0.15}' > "$HYDRA_USAGE_FILE"; while true; do sleep 1; done`;

/** Answers as the program does for one issue. */
const GH = `#!/bin/sh
[ "$*" = "issue view 12 --json title,body" ] || { echo "unknown: $*" >&2; exit 1; }
echo '{"title":"sum() subtracts","body":"It must add."}'
`;

const loginOf = (token: string): string =>
  JSON.stringify({ tokens: { access_token: token, refresh_token: token, account_id: 'me' } });

let [project, server]: [ScratchProject | null, Server | null] = [null, null];
/** Whether a waiting agent may go on, and how often one asked. */
const gate = { open: false, asked: 0 };
const home = mkdtempSync(join(tmpdir(), 'hydra-home-'));
const put = (path: string, text: string, mode = 0o600): void => {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
  chmodSync(join(home, path), mode);
};
const rootOf = (): string => project?.root ?? '';

beforeAll(async () => {
  put('bin/codex', CODEX, 0o755);
  put('bin/gh', GH, 0o755);
  put('bin/claude', CLAUDE, 0o755);
  put('.codex/auth.json', loginOf('first'));
  put('.codex/config.toml', 'model = "mine"\n');
  put('.claude/.credentials.json', '{"token":"of another agent"}');
  server = createServer((_, response) => {
    gate.asked += 1;
    response.end(gate.open ? 'go' : 'wait');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server?.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const waits = `until [ "$(node -e 'fetch("http://127.0.0.1:${port}").then((r) => r.text()).then((t) => process.stdout.write(t), () => 0)')" = go ]; do sleep 0.2; done; sed -i 's/a - b/b + a/' sum.js`;
  // The other one is right about one of the failing tests only.
  const agents = {
    good: FIX,
    other: "sed -i 's/a - b/b === 0 ? a : a + 3/' sum.js",
    waits,
    spender: SPENDER,
  };
  project = await makeProject({
    'package.json': '{"name":"p","type":"module","scripts":{"test":"node --test"}}',
    'sum.js': 'export const sum = (a, b) => a - b;\n',
    'sum.test.js':
      "import { test } from 'node:test';\nimport assert from 'node:assert';\nimport { sum } from './sum.js';\ntest('adds', () => assert.equal(sum(2, 3), 5));\ntest('others', () => assert.equal(sum(5, 2), 7));\ntest('zero', () => assert.equal(sum(0, 0), 0));\n",
    'hydra.toml': Object.entries(agents)
      .map(([name, script]) => `[agents.${name}]\ncommand = ["sh", "-c", ${JSON.stringify(script)}]\n`)
      .join('\n'),
  });
});
afterAll(async () => {
  server?.close();
  rmSync(home, { recursive: true, force: true });
  await project?.remove();
});

const environment = () => ({
  ...ownEnvironment(),
  HOME: home,
  XDG_CACHE_HOME: join(home, 'cache'),
  PATH: `${join(home, 'bin')}:${process.env['PATH'] ?? ''}`,
});
const hydra = (words: readonly string[]) =>
  runHydra(words, { cwd: rootOf(), env: environment() as Record<string, string> });
/** A run has a folder a moment before it has a trace. */
const traceOf = (id: string): string => {
  const path = join(rootOf(), '.hydra/runs', id, 'events.jsonl');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};
const newest = (): string => readdirSync(join(rootOf(), '.hydra/runs')).toSorted().at(-1) ?? '';
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await sleep(50);
};
/** Whatever a test does, nothing that it started outlives it. */
const children: ChildProcess[] = [];
const start = (program: string, words: readonly string[], options: SpawnOptions): ChildProcess => {
  const child = spawn(program, words, { cwd: rootOf(), env: environment(), ...options });
  children.push(child);
  return child;
};
afterEach(() => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
});
type Document = {
  readonly winner: string | null;
  readonly race: {
    readonly attempts: readonly {
      readonly agent: string;
      readonly label: string;
      readonly reason: string;
      readonly result: {
        readonly usage: unknown;
        readonly toolCalls: unknown;
        readonly costUsd: unknown;
      } | null;
    }[];
  };
};

describe.skipIf(!has.sandbox)(`hydra race${unless('sandbox')}`, () => {
  test('in the background: an issue, a program with a login, agents that are stopped, and attach', async () => {
    const started = await hydra(['race', '--issue', '12', '--agents', 'codex,waits', '--detach', '--json']);
    const { run, pid } = JSON.parse(started.stdout) as { run: string; pid: number };
    expect(started.stderr).toContain('sees, if set: CODEX_API_KEY');
    await until(() => traceOf(run).includes('"event":"agent_done"') && gate.asked > 0);
    process.kill(pid, 'SIGINT');
    const { stdout, stderr, code } = await hydra(['attach', '--json']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('codex: done, 2 files')]);
    const { winner, race } = JSON.parse(stdout) as Document;
    expect(winner).toBe('codex');
    expect(race.attempts.map(({ agent, label }) => `${agent} ${label}`)).toEqual([
      'codex done',
      'waits stopped',
    ]);
    expect(race.attempts[0]?.result).toMatchObject({
      usage: { value: { input: 2400, output: 80, total: 2480 } },
      toolCalls: { value: 1 },
    });
    expect(traceOf(run)).toContain('sum() subtracts\\n\\nIt must add.');
    // Its own login and nothing else of the home; renewed in place, settings untouched.
    const patch = readFileSync(join(rootOf(), '.hydra/runs', run, 'candidates/codex/diff.patch'), 'utf8');
    expect(patch).toContain('"access_token":"first"');
    expect(patch).not.toMatch(/claude|cache/);
    expect(readFileSync(join(home, '.codex/auth.json'), 'utf8')).toBe(loginOf('renewed'));
    expect(readFileSync(join(home, '.codex/config.toml'), 'utf8')).toBe('model = "mine"\n');
  });

  test('killed, then resumed with what was cut: finished agents are kept, the other starts again', async () => {
    const words = ['race', '-p', 'sum must add', '--agents', 'good,waits'];
    const before = newest();
    const asked = gate.asked;
    const child = start(process.execPath, [main, ...words], { stdio: 'ignore' });
    await until(() => newest() !== before && traceOf(newest()).includes('"event":"agent_done"'));
    await until(() => gate.asked > asked);
    child.kill('SIGKILL');
    const id = newest();
    const refused = await hydra(['race', '--resume', id, '--agents', 'good']);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('cannot be combined')]);
    expect((await hydra(['evaluate', '--resume', id])).stderr).toContain(`hydra race --resume ${id}`);
    gate.open = true;
    const resumed = await hydra(['race', '--resume', 'latest', '--cut', 'restart', '--json']);
    const { race } = JSON.parse(resumed.stdout) as Document;
    expect(race.attempts.map(({ agent, label }) => `${agent} ${label}`)).toEqual(['good done', 'waits done']);
    const started = [...traceOf(id).matchAll(/"agent":"(\w+)","event":"agent_at_work"/g)];
    expect(started.map(([, name]) => name)).toEqual(['good', 'waits', 'waits']);
    expect(readdirSync(join(rootOf(), '.hydra/runs', id, 'candidates/waits'))).toEqual(
      expect.arrayContaining(['agent-1.jsonl', 'agent-2.jsonl']),
    );
    expect((await hydra(['verify', id])).code).toBe(0);
  });

  test('a budget in US dollars stops one agent, and a shared one stops both working and waiting ones', async () => {
    const agents = ['--agents', 'claude,spender,good', '--at-once', '2', '--json'];
    const race = async (...limit: readonly string[]) => {
      const { stdout } = await hydra(['race', '-p', 'sum must add', ...agents, ...limit]);
      const { winner, race: ended } = JSON.parse(stdout) as Document;
      return { winner, attempts: ended.attempts };
    };
    const told = (attempts: Document['race']['attempts']) =>
      attempts.map(({ agent, label, reason }) => `${agent} ${label}: ${reason}`);
    const single = await race('--max-cost', '0.12');
    expect(told(single.attempts)).toEqual([
      'claude over-budget: it used 0.14 of 0.12 US dollars',
      'spender over-budget: it used 0.15 of 0.12 US dollars',
      'good done: no limit of cost held for it: the agent wrote no usage report',
    ]);
    expect(single.attempts[0]?.result?.costUsd).toEqual({ known: true, value: 0.135 });
    // The work of a stopped agent is evaluated, but only one that ended by itself can win.
    expect(single.winner).toBe('good');
    const all = await race('--total-cost', '0.2');
    const together = 'all agents together used 0.29 of 0.20 US dollars';
    expect(told(all.attempts)).toEqual([
      `claude over-budget: ${together}`,
      `spender over-budget: ${together}`,
      `good over-budget: it was not started: ${together}`,
    ]);
    expect([all.winner, all.attempts[2]?.result]).toEqual([null, null]);
  });

  test('interrupted twice: it ends at once, says how to resume, and leaves nothing running', async () => {
    gate.open = false;
    const before = newest();
    const asked = gate.asked;
    const words = ['race', '-p', 'sum must add', '--agents', 'waits'];
    const child = start(process.execPath, [main, ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
    const ended = new Promise((resolve) => child.on('close', resolve));
    await until(() => gate.asked > asked);
    child.kill('SIGINT');
    await until(() => said.includes('stopping the agents'));
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(newest()).not.toBe(before);
    expect(said).toContain(`resume with: hydra race --resume ${newest()}`);
    const still = gate.asked;
    await sleep(700);
    expect(gate.asked).toBe(still);
    const attached = await hydra(['attach', 'latest']);
    expect([attached.code, attached.stderr]).toEqual([3, expect.stringContaining('is not complete')]);
  });

  test('in a terminal: a line per agent, the question, the merge, and what it suggests to tune', async () => {
    const command = `node ${main} race -p 'sum must add' --agents good,other`;
    // `script` gives it a terminal; typed text goes through its standard input.
    const child = start('script', ['-qec', command, '/dev/null'], {
      env: { ...environment(), CI: undefined, COLUMNS: undefined, TERM: 'xterm' },
    });
    let said = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text));
    const ended = new Promise((resolve) => child.on('close', resolve));
    await until(() => said.includes('Merge good? [y/N]'));
    child.stdin?.write('y\n');
    await ended;
    expect(said).toMatch(/good +working/);
    expect(said).toMatch(/other +done/);
    expect(said).toContain('good is merged into main');
    expect(readFileSync(join(rootOf(), 'sum.js'), 'utf8')).toContain('a + b');
    // The merge says that good is better than other; a later statement about the two replaces it.
    const tuned = await hydra(['tune', '--json']);
    expect(JSON.parse(tuned.stdout)).toMatchObject({ choices: 1, runs: 1, heldOut: null });
    const prefer = await hydra(['prefer', newest(), 'other', 'good']);
    expect(prefer.stdout).toBe(`other is recorded as better than good in run ${newest()}.\n`);
    const again = await hydra(['tune']);
    expect([again.stdout, again.stderr]).toEqual([
      expect.stringContaining('1 choice in 1 run'),
      expect.stringContaining('Nothing was written'),
    ]);
    const file = join(rootOf(), 'hydra.toml');
    const before = readFileSync(file, 'utf8');
    expect(before).not.toContain('weights');
    // On request, it adds the fitted weights, says where, and nothing else changes.
    const written = await hydra(['tune', '--write', '--json']);
    const { after } = JSON.parse(written.stdout) as { after: Record<string, number> };
    expect(written.stderr).toContain(`The fitted weights are in ${file}; commit it to use them.`);
    const table = Object.entries(after).map(([key, weight]) => `${key} = ${Number(weight.toFixed(3))}`);
    expect(readFileSync(file, 'utf8')).toBe(
      `${before.trimEnd()}\n\n[scoring.weights]\n${table.join('\n')}\n`,
    );
    expect((await project?.git('status', '--porcelain'))?.trim()).toMatch(/^M hydra\.toml$/m);
    await project?.git('commit', '-qam', 'Use the fitted weights');
    const { before: now } = JSON.parse((await hydra(['tune', '--json'])).stdout) as {
      before: Record<string, number>;
    };
    expect(Object.entries(now).map(([key, weight]) => `${key} = ${weight}`)).toEqual(table);
    // A file that sets them in another way is left alone.
    const inline = `[scoring]\nweights = { tests = 1 }\n`;
    writeFileSync(file, inline);
    const refused = await hydra(['tune', '--write']);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('Nothing was written')]);
    expect(readFileSync(file, 'utf8')).toBe(inline);
    writeFileSync(file, before);
  });

  test('contradictory or impossible options are refused before anything starts', async () => {
    const refusals = [
      [['race', '--agents', 'good'], 'The race has no task'],
      [['race', '-p', 'x'], 'The race has no agents'],
      [['race', '-p', 'x', '--issue', '12', '--agents', 'good'], 'more than once'],
      [['race', '-p', 'x', '--agents', 'nobody'], 'There is no agent "nobody"'],
      [['race', '-p', 'x', '--agents', 'good', '--cut', 'lost'], '--cut needs --resume'],
      [['race', '-p', 'x', '--agents', 'good', '--detach', '--yes'], '--yes cannot be combined'],
      [
        ['race', '-p', 'x', '--agents', 'good', '--config', 'open.toml'],
        'There is no sandbox for the agents',
      ],
      [['race', '--issue', '13', '--agents', 'good'], 'Issue 13 cannot be read: unknown: issue view 13'],
    ] as const;
    writeFileSync(
      join(rootOf(), 'open.toml'),
      '[sandbox]\nmode = "degraded"\n[agents.good]\ncommand = ["true"]\n',
    );
    const before = newest();
    const answers = await Promise.all(refusals.map(([words]) => hydra(words)));
    expect(answers.map(({ code, stderr }) => [code, stderr])).toEqual(
      refusals.map(([, sentence]) => [2, expect.stringContaining(sentence)]),
    );
    expect(newest()).toBe(before);
  });
});
