import { callEngine } from './call-engine.ts';
import type { Engine } from './container.ts';
import { findProgram, findSystemProgram } from './find-program.ts';
import { isInsideAny } from './inside-folder.ts';

/** Where an engine is told its daemon, its storage and its settings. */
const ENGINE_VARIABLES = [
  'HOME XDG_RUNTIME_DIR XDG_CONFIG_HOME XDG_DATA_HOME DOCKER_HOST DOCKER_CONTEXT DOCKER_CONFIG DOCKER_CERT_PATH',
  'DOCKER_TLS_VERIFY CONTAINER_HOST CONTAINER_CONNECTION CONTAINERS_CONF CONTAINERS_STORAGE_CONF',
].flatMap((names) => names.split(' '));
const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** Says the version and whether it is rootless; fails where the daemon does not answer. */
const QUESTION = {
  podman: '{{.Version.Version}} {{.Host.Security.Rootless}}',
  docker: '{{.ServerVersion}} {{.SecurityOptions}}',
} as const;
const ANSWER_TIMEOUT_MS = 20_000;

type Environment = Readonly<Record<string, string | undefined>>;
type Kind = Engine['kind'];
export type FoundEngine =
  | { readonly ok: true; readonly engine: Engine }
  | { readonly ok: false; readonly reason: string };

const environmentFor = (host: Environment): Readonly<Record<string, string>> => {
  const named = ENGINE_VARIABLES.flatMap((name) => {
    const value = host[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { PATH: host['PATH'] ?? SYSTEM_PATH, ...Object.fromEntries(named) };
};

const tryEngine = async (kind: Kind, host: Environment, hidden: readonly string[]): Promise<FoundEngine> => {
  const folders = (host['PATH'] ?? '').split(':').filter((folder) => !isInsideAny(folder, hidden));
  const program = (await findProgram(kind, folders)) ?? (await findSystemProgram(kind));
  if (program === null) return { ok: false, reason: `${kind} is not installed` };
  const environment = environmentFor(host);
  const asked = ['info', '--format', QUESTION[kind]];
  const { ok, stdout, problem } = await callEngine({ program, environment }, asked, ANSWER_TIMEOUT_MS);
  const [version = '', ...rest] = stdout.toString('utf8').trim().split(' ');
  if (!ok || version === '') return { ok: false, reason: `${kind} does not answer: ${problem}` };
  const rootless = /\b(true|rootless)\b/.test(rest.join(' '));
  return { ok: true, engine: { kind, program, version, rootless, environment } };
};

/** The engine that is asked for, or the first that answers; never one that the repository brings along. */
export const findEngine = async (
  asked: Kind | undefined,
  host: Environment,
  hidden: readonly string[],
): Promise<FoundEngine> => {
  const reasons: string[] = [];
  for (const kind of asked === undefined ? (['podman', 'docker'] as const) : [asked]) {
    const found = await tryEngine(kind, host, hidden);
    if (found.ok) return found;
    reasons.push(found.reason);
  }
  return { ok: false, reason: reasons.join('; ') };
};
