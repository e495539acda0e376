import { readFile } from 'node:fs/promises';
import { callEngine } from './call-engine.ts';
import type { Container, ContainerChoice, ContainerUser, Engine } from './container.ts';
import { findEngine } from './find-engine.ts';
import { withoutNamespaces } from './seccomp-profile.ts';

const PULL_TIMEOUT_MS = 15 * 60_000;
/** An unused id: accounts of the machine cannot reach into a container, nor the other way round. */
const UNUSED_ID = 59_999;

export type FoundContainer =
  | { readonly ok: true; readonly container: Container }
  | { readonly ok: false; readonly reason: string };

/** Never root outside: an engine that maps root inside to an ordinary user outside may use root inside. */
const userFor = ({ kind, rootless }: Engine): ContainerUser => {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  if (uid === 0) return { uid: UNUSED_ID, gid: UNUSED_ID };
  return kind === 'docker' && rootless ? { uid: 0, gid: 0 } : { uid, gid };
};

/** podman is our child and inherits our own limits; a daemon has its own. */
const mostFor = async ({ kind }: Engine): Promise<Container['most']> => {
  const limits = kind === 'podman' ? await readFile('/proc/self/limits', 'latin1').catch(() => '') : '';
  const openFiles = Number(/^Max open files\s+\S+\s+(\d+)/m.exec(limits)?.[1] ?? Infinity);
  const processes = Number(/^Max processes\s+\S+\s+(\d+)/m.exec(limits)?.[1] ?? Infinity);
  return { openFiles, processes };
};

const seccompFor = async ({ seccompFile }: Engine): Promise<string | null> => {
  const text = seccompFile === null ? null : await readFile(seccompFile, 'utf8').catch(() => null);
  return text === null ? null : withoutNamespaces(text);
};

const inspect = async (engine: Engine, image: string): Promise<string | null> => {
  const { ok, stdout } = await callEngine(engine, ['image', 'inspect', '--format', '{{.Id}}', image]);
  const id = stdout.toString('utf8').trim();
  return ok && id !== '' ? id : null;
};

const findImage = async (engine: Engine, image: string, pull: boolean): Promise<string | null> => {
  const found = await inspect(engine, image);
  if (found !== null || !pull) return found;
  await callEngine(engine, ['pull', '--quiet', image], PULL_TIMEOUT_MS);
  return inspect(engine, image);
};

/** An engine that answers and a local image, or one sentence on what to do. */
export const findContainer = async (
  { engine: asked, image, pull }: ContainerChoice,
  host: Readonly<Record<string, string | undefined>>,
  hidden: readonly string[],
): Promise<FoundContainer> => {
  const found = await findEngine(asked, host, hidden);
  if (!found.ok) return found;
  const { engine } = found;
  const { kind } = engine;
  if (image === undefined)
    return {
      ok: false,
      reason: `${kind} answers, but hydra.toml sets no image, such as [sandbox] image = "node:22"`,
    };
  const imageId = await findImage(engine, image, pull);
  if (imageId !== null) {
    const [most, seccomp] = await Promise.all([mostFor(engine), seccompFor(engine)]);
    return { ok: true, container: { engine, imageId, user: userFor(engine), seccomp, most } };
  }
  const reason = pull
    ? `the image ${image} could not be fetched: try ${kind} pull ${image}`
    : `the image ${image} is not here: ${kind} pull ${image}`;
  return { ok: false, reason };
};
