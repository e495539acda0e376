import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { evaluate } from '../../src/faces/library.ts';
import { makeProject } from '../support/scratch-project.ts';
import { judgeCases, type Judgement } from './judge-case.ts';
import { makePatch, type Surroundings } from './make-patch.ts';
import { isHonest, readCase, type RedTeamCase } from './read-case.ts';

export type Language = 'js' | 'python';

export type RedTeamResult = {
  readonly judgements: readonly Judgement[];
  readonly winner: string | null;
  /** What got out of the sandbox; must be empty. */
  readonly escapes: readonly string[];
  /** Honest patches that the hidden tests refuse: mistakes of the red team itself. */
  readonly notHonest: readonly string[];
  readonly seconds: number;
};

const folder = (...parts: string[]): string => fileURLToPath(new URL(parts.join('/'), import.meta.url));

export const loadCases = async (language: Language): Promise<readonly RedTeamCase[]> => {
  const names = (await readdir(folder(language))).filter((name) => name.endsWith('.case')).sort();
  return Promise.all(
    names.map(async (name) =>
      readCase(name.replace(/\.case$/, ''), await readFile(folder(language, name), 'utf8')),
    ),
  );
};

const loadProject = async (language: Language): Promise<Record<string, string>> => {
  const root = folder('projects', language);
  const files: Record<string, string> = {};
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.parentPath.includes('__pycache__')) continue;
    const path = join(entry.parentPath, entry.name);
    const inside = path.slice(root.length + 1);
    // Kept under another name here, or it would hide files of this repository.
    files[inside === 'gitignore' ? '.gitignore' : inside] = await readFile(path, 'utf8');
  }
  return files;
};

/** Honest patches alone are run outside the sandbox: they are ours. */
const passesHidden = (language: Language, root: string): Promise<boolean> => {
  const [command, words] =
    language === 'js'
      ? [process.execPath, ['--test', folder('hidden', 'js', 'split.test.js')]]
      : [
          'python3',
          ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', '--rootdir', root, folder('hidden/python')],
        ];
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const env = { ...inherited, CANDIDATE: root, PYTHONPATH: root, PYTHONDONTWRITEBYTECODE: '1' };
  return promisify(execFile)(command, words, { cwd: root, env }).then(
    () => true,
    () => false,
  );
};

const listen = async (): Promise<{ port: number; calls: () => number; close: () => void }> => {
  let calls = 0;
  const server = createServer((socket) => {
    calls += 1;
    socket.on('error', () => {}).destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    calls: () => calls,
    close: () => server.close(),
  };
};

/** Put together where it is printed, so that no patch, log line with source or message contains it. */
const ESCAPED = `ESC${'APED'}:`;

const findInLogs = async (runs: string): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const entry of await readdir(runs, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const text = await readFile(join(entry.parentPath, entry.name), 'latin1');
    const at = text.indexOf(ESCAPED);
    if (at >= 0) found.push(`${entry.name}: ${text.slice(at, at + 80).split('\n')[0]}`);
  }
  return found;
};

/** The whole field of one language in one evaluation, by the engine as users have it. */
export const runField = async (
  language: Language,
  only: (given: RedTeamCase) => boolean = () => true,
): Promise<RedTeamResult> => {
  const since = performance.now();
  const everything = await loadCases(language);
  const cases = everything.filter(only);
  const fix = everything.find(({ name }) => name === 'honest-plain')!;
  const host = await mkdtemp(join(tmpdir(), 'hydra-red-team-'));
  const project = await makeProject(await loadProject(language));
  const service = await listen();
  try {
    await writeFile(join(host, 'secret'), 'a secret of the host\n');
    const surroundings: Surroundings = {
      HOST: host,
      HOME: homedir(),
      REPO: project.root,
      PORT: String(service.port),
    };
    const notHonest: string[] = [];
    const candidates: { name: string; source: string }[] = [];
    for (const given of cases) {
      const look = async (root: string) => {
        if (isHonest(given) && !(await passesHidden(language, root))) notHonest.push(given.name);
      };
      const source = await makePatch(given, { project, fix, surroundings, look });
      candidates.push({ name: given.name, source });
    }
    const config = await readFile(join(project.root, '.git/config'), 'utf8');
    const { conclusion } = await evaluate({ repo: project.root, base: 'main', candidates });
    const outside = (await readdir(host)).filter((name) => name !== 'secret');
    const dirty = (await project.git('status', '--porcelain', '--ignored'))
      .split('\n')
      .filter((line) => line !== '' && !line.endsWith('.hydra/'));
    const hooks = (await readdir(join(project.root, '.git/hooks'))).filter(
      (name) => !name.endsWith('.sample'),
    );
    const reconfigured = (await readFile(join(project.root, '.git/config'), 'utf8')) !== config;
    return {
      judgements: judgeCases(cases, conclusion),
      winner: conclusion.winner,
      notHonest,
      escapes: [
        ...outside.map((name) => `wrote ${name} on the host`),
        ...dirty.map((line) => `changed the repository: ${line}`),
        ...hooks.map((name) => `wrote the hook ${name}`),
        ...(reconfigured ? ['changed .git/config'] : []),
        ...(service.calls() > 0 ? [`reached the network ${service.calls()} times`] : []),
        ...(await findInLogs(join(project.root, '.hydra/runs'))),
      ],
      seconds: (performance.now() - since) / 1000,
    };
  } finally {
    service.close();
    await project.remove();
    await rm(host, { recursive: true, force: true });
  }
};
