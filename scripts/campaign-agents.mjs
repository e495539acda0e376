// Drives the agents that npm and pip have, for real: in a clean environment, with a made-up key, against a server on the
// loopback address that speaks the providers' wire formats; then without a key, up to their login error. First alone, for
// test/fixtures/agents; then through `hydra race`, for the table of docs/agents.md. `--race` leaves the fixtures alone.
//   npm run campaign:agents -- [--into FOLDER] [--only claude,codex] [--race]

import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startProvider } from './agents/provider-server.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FIXTURES = join(ROOT, 'test/fixtures/agents');
const PROMPT = 'Write the word hello into the file greeting.txt.';
const COMMAND = 'echo hello > greeting.txt';
const TIMEOUT_MS = 120_000;
const KEY = 'made-up-key';

/** What each needs to reach the server: its source, variables, and settings in its home. */
const AGENTS = {
  claude: {
    npm: ['@anthropic-ai/claude-code@2.1.326'],
    program: (at) => `${at}/@anthropic-ai/claude-code-linux-x64/claude`,
    env: (url) => ({ ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: url }),
    key: 'ANTHROPIC_API_KEY',
  },
  codex: {
    npm: ['@openai/codex@0.169.0'],
    env: () => ({ OPENAI_API_KEY: KEY }),
    key: 'OPENAI_API_KEY',
    home: (url) => ({
      '.codex/config.toml': `model = "gpt-5-codex"\nmodel_provider = "local"\n[model_providers.local]\nname = "local"\nbase_url = "${url}/v1"\nenv_key = "OPENAI_API_KEY"\nwire_api = "responses"\n`,
    }),
  },
  gemini: {
    npm: ['@google/gemini-cli@0.61.0'],
    model: 'gemini-2.5-flash',
    env: (url) => ({ GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: url }),
    key: 'GEMINI_API_KEY',
    home: () => ({ '.gemini/settings.json': '{"security":{"auth":{"selectedType":"gemini-api-key"}}}' }),
  },
  opencode: {
    npm: ['opencode-ai@1.18.33'],
    program: (at) => `${at}/opencode-linux-x64/bin/opencode`,
    model: 'anthropic/claude-sonnet-4-5',
    env: (url) => ({
      ANTHROPIC_API_KEY: KEY,
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        autoupdate: false,
        share: 'disabled',
        permission: 'allow',
        provider: { anthropic: { options: { baseURL: `${url}/v1` } } },
      }),
    }),
    key: 'ANTHROPIC_API_KEY',
  },
  copilot: {
    npm: ['@github/copilot@1.0.102'],
    env: (url) => ({
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: KEY,
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_MODEL: 'gpt-5',
    }),
    key: 'COPILOT_PROVIDER_API_KEY',
    drop: ['COPILOT_PROVIDER_BASE_URL', 'COPILOT_PROVIDER_TYPE'],
  },
  qwen: {
    npm: ['@qwen-code/qwen-code@0.24.4'],
    model: 'qwen3-coder-plus',
    env: (url) => ({ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${url}/v1` }),
    key: 'OPENAI_API_KEY',
  },
  amp: {
    npm: ['@sourcegraph/amp'],
    program: (at) => `${at}/@ampcode/cli-linux-x64/amp`,
    env: (url) => ({ AMP_API_KEY: KEY, AMP_URL: url }),
    key: 'AMP_API_KEY',
  },
  aider: {
    pip: 'aider-chat==0.86.2',
    model: 'openai/gpt-4o',
    reply: `greeting.txt\n\`\`\`\nhello\n\`\`\`\n`,
    env: (url) => ({ OPENAI_API_KEY: KEY, OPENAI_API_BASE: `${url}/v1`, AIDER_EDIT_FORMAT: 'whole' }),
    key: 'OPENAI_API_KEY',
  },
};

const { values } = parseArgs({
  options: { into: { type: 'string' }, only: { type: 'string' }, race: { type: 'boolean' } },
});
const into = values.into ?? mkdtempSync(join(tmpdir(), 'hydra-agents-'));
const names = Object.keys(AGENTS).filter(
  (name) => values.only === undefined || values.only.split(',').includes(name),
);
const run = (file, words) => execFileSync(file, words, { cwd: into, stdio: ['ignore', 'ignore', 'inherit'] });

/** Install scripts are not run; this platform's programs are separate packages. */
const install = () => {
  mkdirSync(join(into, 'bin'), { recursive: true });
  const npm = names.flatMap((name) => AGENTS[name].npm ?? []);
  if (npm.length > 0 && !existsSync(join(into, 'node_modules')))
    run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', into, ...npm]);
  for (const name of names) {
    const { pip, program } = AGENTS[name];
    const venv = join(into, 'venv');
    if (pip !== undefined && !existsSync(join(venv, 'bin', name))) {
      run('python3', ['-m', 'venv', venv]);
      run(join(venv, 'bin/pip'), ['install', '--quiet', pip]);
    }
    const at =
      pip === undefined
        ? (program?.(join(into, 'node_modules')) ?? join(into, 'node_modules/.bin', name))
        : join(venv, 'bin', name);
    rmSync(join(into, 'bin', name), { force: true });
    symlinkSync(at, join(into, 'bin', name));
  }
};

const PATH = `${join(into, 'bin')}:${process.env.PATH}`;

const newHome = (files = {}) => {
  const home = mkdtempSync(join(tmpdir(), 'hydra-home-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  return home;
};

/** The agent's own command, in a separate folder and home, with nothing from this machine except PATH. */
const record = async (command, env, home) => {
  const folder = mkdtempSync(join(tmpdir(), 'hydra-recorded-'));
  const [tree, report] = [join(folder, 'tree'), join(folder, 'report')];
  for (const path of [tree, report]) mkdirSync(path);
  execFileSync('git', ['init', '--quiet', tree]);
  writeFileSync(join(report, 'prompt.md'), PROMPT);
  const [out, err] = [join(folder, 'out'), join(folder, 'err')];
  const child = spawn('/bin/sh', ['-c', command], {
    cwd: tree,
    env: {
      PATH,
      HOME: home,
      HYDRA_REPORT_DIR: report,
      TERM: 'dumb',
      CI: 'true',
      NO_COLOR: '1',
      IS_SANDBOX: '1',
      ...env,
    },
    stdio: ['ignore', openSync(out, 'w'), openSync(err, 'w')],
    detached: true,
  });
  const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), TIMEOUT_MS);
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  const plain = (text) =>
    text
      .replaceAll(tree, '/workspace')
      .replaceAll(home, '/home/dev')
      .replaceAll(into, '/opt/agents')
      .replaceAll(folder, '/tmp/agent')
      .replaceAll(homedir(), '/home/dev');
  const read = (path) => plain(readFileSync(path, 'utf8')).replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:1');
  const changed = existsSync(join(tree, 'greeting.txt'));
  const result = { code, stdout: read(out), stderr: read(err), changed };
  rmSync(folder, { recursive: true, force: true });
  return result;
};

/** Things that agents must not find: the user's, Hydra's, and other agents'. */
const SECRETS = {
  'hydra-secret-file': 'x',
  '.ssh/hydra-secret-key': 'x',
  '.other-agent/auth.json': '{}',
};
const FOUND =
  "-name 'hydra-secret-*' -o -path '*/.hydra/*' -o -path '*/runs/*/events.jsonl' -o -name auth.json";
/** The task, and a look around: its finds are part of its change. */
const SPY = `${COMMAND}; echo looked > seen.txt; find / \\( ${FOUND} \\) -not -path '/proc/*' >> seen.txt 2>/dev/null; env | grep HYDRA_CAMPAIGN >> seen.txt; touch /usr/written /etc/written ../written 2>/dev/null && echo written >> seen.txt; true`;

/** The same as a user does it: `hydra race` in a clean environment, thus with sandbox, login, reader and change. */
const throughRace = async (spec, env, home) => {
  const { makeProject } = await import('../test/support/scratch-project.ts');
  const project = await makeProject({
    'README.md': 'A project.\n',
    'hydra.toml': '[scoring.commands]\ntest = "test -f greeting.txt"\n',
  });
  const words = ['race', '-p', PROMPT, '--agents', spec, '--timeout', `${TIMEOUT_MS}ms`, '--json'];
  try {
    const child = spawn(process.execPath, [join(ROOT, 'dist/faces/cli/main.js'), ...words], {
      cwd: project.root,
      env: { PATH, HOME: home, LANG: 'C.UTF-8', HYDRA_CAMPAIGN_SECRET: 'x', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (err += text));
    await new Promise((resolve) => child.on('close', resolve));
    if (out === '') return { label: 'refused', reason: err.trim().slice(-300), seen: null };
    const { race, run_id: id } = JSON.parse(out);
    const [attempt] = race.attempts;
    const folder = join(project.root, '.hydra/runs', id, 'candidates');
    const patch = readFileSync(join(folder, readdirSync(folder)[0], 'diff.patch'), 'utf8');
    const [, seen = null] = /^\+\+\+ b\/seen\.txt\n@@.*\n((?:\+.*\n)*)/m.exec(patch) ?? [];
    return { ...attempt, changed: patch.includes('b/greeting.txt'), seen };
  } finally {
    await project.remove();
  }
};

/** Everything it found that is not its own. */
const foreign = (seen, { logins }) =>
  seen
    .split('\n')
    .map((line) => line.slice(1))
    .filter((line) => line !== '' && line !== 'looked' && !logins.some((path) => line.endsWith(`/${path}`)));

const confinement = ({ seen, changed }, program) => {
  if (seen === null) return changed ? 'nothing asked' : '–';
  const found = foreign(seen, program);
  return found.length === 0 ? 'nothing' : found.join(' ');
};

const number = (measured) => (measured?.known ? String(measured.value?.total ?? measured.value) : '–');

/** Its own command alone, for the fixtures that its reader is tested on. */
const recordAll = async (name, program, [server, refusing], homeFor) => {
  const { env, model = null, key, drop = [] } = AGENTS[name];
  const dressed = (url) => ({ ...program.variables, ...env(url) });
  const keyless = Object.fromEntries(
    Object.entries(dressed(server.url)).filter(([each]) => each !== key && !drop.includes(each)),
  );
  const command = program.command(model, {});
  const worked = await record(command, dressed(server.url), homeFor(server.url));
  const refused = await record(command, dressed(refusing.url), homeFor(refusing.url));
  const loggedOut = await record(command, keyless, homeFor(server.url));
  mkdirSync(join(FIXTURES, name), { recursive: true });
  for (const [what, { stdout, stderr, code, changed }] of Object.entries({
    worked,
    refused,
    'logged-out': loggedOut,
  })) {
    writeFileSync(join(FIXTURES, name, `${what}.out`), stdout);
    writeFileSync(join(FIXTURES, name, `${what}.err`), stderr);
    const facts = { exitCode: code, changed: what === 'worked' && changed };
    writeFileSync(join(FIXTURES, name, `${what}.json`), `${JSON.stringify(facts)}\n`);
  }
};

const drive = async (name) => {
  const { AGENT_PROGRAMS } = await import('../src/core/agent/agent-programs.ts');
  const program = AGENT_PROGRAMS.find(({ id }) => id === name);
  const { env, home, model = null, reply } = AGENTS[name];
  const answers = reply === undefined ? {} : { sentence: reply };
  const server = await startProvider({ command: COMMAND, ...answers });
  const watching = await startProvider({ command: SPY, ...answers });
  const refusing = await startProvider({ command: COMMAND, failing: 401 });
  const homes = [];
  const homeFor = (url) => {
    homes.push(newHome({ ...SECRETS, ...home?.(url) }));
    return homes.at(-1);
  };
  try {
    if (values.race !== true) await recordAll(name, program, [server, refusing], homeFor);
    const spec = model === null ? name : `${name}@${model}`;
    const inside = await throughRace(spec, env(watching.url), homeFor(watching.url));
    const denied = await throughRace(spec, env(refusing.url), homeFor(refusing.url));
    const { result } = inside;
    const row = [
      `\`${name}\``,
      program.read.version,
      `${inside.label}${inside.changed ? ', change taken' : ''}`,
      number(result?.toolCalls),
      number(result?.usage),
      result?.costUsd?.known ? `$${result.costUsd.value.toFixed(4)}` : '–',
      confinement(inside, program),
      /not logged in/.test(denied.reason) ? 'recognised' : `${denied.label}: ${denied.reason}`.slice(0, 80),
    ];
    console.error(row.join(' | '), inside.reason);
    return `| ${row.join(' | ')} |`;
  } finally {
    for (const one of [server, watching, refusing]) await one.close();
    for (const each of homes) rmSync(each, { recursive: true, force: true });
  }
};

const MARKS = ['<!-- campaign: agents -->', '<!-- end of campaign -->'];

/** Rows of agents that were not driven now stay as they were. */
const writeTable = (driven) => {
  const page = join(ROOT, 'docs/agents.md');
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(MARKS[0]) + MARKS[0].length, text.indexOf(MARKS[1])];
  const earlier = text.slice(from, to).split('\n');
  const rows = Object.keys(AGENTS).flatMap(
    (name) => driven.get(name) ?? earlier.find((line) => line.startsWith(`| \`${name}\` |`)) ?? [],
  );
  const table = [
    '| agent | version | in a race | tool calls | tokens | cost | finds of others | a refused key |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
  writeFileSync(page, `${text.slice(0, from)}\n\n${table}\n\n${text.slice(to)}`);
};

install();
const driven = new Map();
for (const name of names) driven.set(name, await drive(name));
writeTable(driven);
if (values.into === undefined) rmSync(into, { recursive: true, force: true });
console.error(`fixtures: ${readdirSync(FIXTURES).join(', ')}`);
