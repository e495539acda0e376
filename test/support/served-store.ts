import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSession } from '../../src/faces/wiring/session.ts';
import { type RunningServer, type ServerOptions, startServer } from '../../src/faces/serve/start-server.ts';
import { routes } from '../../src/faces/serve/routes/server-routes.ts';

export const STORED_RUNS = fileURLToPath(new URL('../fixtures/stored-runs', import.meta.url));

/** A repository of one commit, with the runs that an earlier build recorded. */
export const repositoryWithRuns = async (): Promise<{
  readonly root: string;
  readonly remove: () => Promise<void>;
}> => {
  const root = await mkdtemp(join(tmpdir(), 'hydra-served-'));
  const script =
    'git init -q -b main && git -c user.name=Test -c user.email=test@hydra.invalid commit -q --allow-empty -m base';
  execFileSync('sh', ['-ec', script], { cwd: root });
  await cp(join(STORED_RUNS, 'runs'), join(root, '.hydra/runs'), { recursive: true });
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
};

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
};

export type Served = RunningServer & {
  readonly token: string;
  /** Headers exactly as given: a browser would not let a page send them. */
  raw(path: string, options?: RawRequest): Promise<Answer>;
  /** A document that exactly matches its schema; anything else fails. */
  get<T = unknown>(path: string): Promise<T>;
  post<T = unknown>(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<T>;
};

type RawRequest = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

const matches = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);

const checked = <T>(method: string, path: string, text: string): T => {
  const route = routes.find((one) => one.method === method && matches(one.path, path.split('?')[0] ?? ''));
  const body: unknown = JSON.parse(text);
  if (route?.answer.kind !== 'json') throw new Error(`no route answers ${path} with JSON`);
  route.answer.schema.parse(body);
  return body as T;
};

/** A server on a free port, and requests to it over real HTTP. */
export const serveAt = async (repo: string, options: Partial<ServerOptions> = {}): Promise<Served> => {
  const session = openSession();
  const bugs: unknown[] = [];
  const server = await startServer(session, {
    repo,
    port: 0,
    onBug: (error) => bugs.push(error),
    ...options,
  });
  const token = server.addressOf('/').split('#token=')[1] ?? '';
  const raw: Served['raw'] = (path, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const asked = httpRequest(
        {
          host: '127.0.0.1',
          port: server.port,
          // A connection that is kept may be closed by the server just when a busy machine uses it again.
          agent: false,
          path,
          method,
          headers,
          setHost: headers['host'] === undefined,
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part: string) => (text += part));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
          );
        },
      );
      asked.on('error', reject);
      asked.end(body);
    });
  const done = <T>(method: string, path: string, { status, text }: Answer): T => {
    if (bugs.length > 0) throw bugs[0];
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`);
    return checked(method, path, text);
  };
  return {
    ...server,
    token,
    raw,
    get: async <T>(path: string) => done<T>('get', path, await raw(path)),
    post: async <T>(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
      done<T>(
        'post',
        path,
        await raw(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
          body: JSON.stringify(body),
        }),
      ),
    close: () => session.close(),
  };
};
