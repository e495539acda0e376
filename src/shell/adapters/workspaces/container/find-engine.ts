import * as z from 'zod';
import { callEngine } from './call-engine.ts';
import type { Engine } from './container.ts';
import { findProgram, findSystemProgram } from '../host/find-program.ts';
import { isInsideAny } from '../host/inside-folder.ts';
import { SYSTEM_PATH } from '../host/run-tool.ts';

/** Variables that tell an engine its daemon, storage and settings. */
const ENGINE_VARIABLES = [
  'HOME XDG_RUNTIME_DIR XDG_CONFIG_HOME XDG_DATA_HOME DOCKER_HOST DOCKER_CONTEXT DOCKER_CONFIG DOCKER_CERT_PATH',
  'DOCKER_TLS_VERIFY CONTAINER_HOST CONTAINER_CONNECTION CONTAINERS_CONF CONTAINERS_STORAGE_CONF',
].flatMap((names) => names.split(' '));
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

/** The same question, with an answer specific to each engine. */
const QUESTION = ['info', '--format', '{{json .}}'];
const PodmanInfo = z
  .object({
    version: z.object({ Version: z.string() }),
    host: z.object({
      cgroupVersion: z.string(),
      cgroupControllers: z.array(z.string()).nullish(),
      security: z.object({ rootless: z.boolean(), seccompProfilePath: z.string().optional() }),
    }),
  })
  .transform(({ version, host }) => {
    const { rootless, seccompProfilePath } = host.security;
    const controls = (what: string) =>
      !(rootless && host.cgroupVersion === 'v1') && (host.cgroupControllers ?? []).includes(what);
    const bounds = { memory: controls('memory'), processes: controls('pids') };
    return { version: version.Version, rootless, bounds, seccompFile: seccompProfilePath || null };
  });
const DockerInfo = z
  .object({
    ServerVersion: z.string().min(1),
    SecurityOptions: z.array(z.string()).nullish(),
    MemoryLimit: z.boolean(),
    PidsLimit: z.boolean(),
  })
  .transform(({ ServerVersion, SecurityOptions, MemoryLimit, PidsLimit }) => ({
    version: ServerVersion,
    rootless: (SecurityOptions ?? []).some((option) => option.includes('rootless')),
    bounds: { memory: MemoryLimit, processes: PidsLimit },
    seccompFile: null,
  }));

const parseAnswer = (kind: Kind, text: string) => {
  try {
    return (kind === 'podman' ? PodmanInfo : DockerInfo).parse(JSON.parse(text));
  } catch {
    return null;
  }
};

const tryEngine = async (kind: Kind, host: Environment, hidden: readonly string[]): Promise<FoundEngine> => {
  const folders = (host['PATH'] ?? '').split(':').filter((folder) => !isInsideAny(folder, hidden));
  const program = (await findProgram(kind, folders)) ?? (await findSystemProgram(kind));
  if (program === null) return { ok: false, reason: `${kind} is not installed` };
  const environment = environmentFor(host);
  const asked = await callEngine({ program, environment }, QUESTION, ANSWER_TIMEOUT_MS);
  const answer = asked.ok ? parseAnswer(kind, asked.stdout.toString('utf8')) : null;
  if (answer !== null) return { ok: true, engine: { kind, program, environment, ...answer } };
  const problem = asked.problem === '' ? 'not as expected' : asked.problem;
  return { ok: false, reason: `${kind} does not answer (${problem})` };
};

/** The requested engine, or the first that answers; never one that the repository contains. */
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
