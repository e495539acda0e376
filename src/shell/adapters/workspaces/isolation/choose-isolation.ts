import { InfrastructureError } from '../../../errors/user-error.ts';
import type { Isolation } from '../../../ports/workspaces.ts';
import { findContainer } from '../container/find-container.ts';
import type { IsolationRequest, Sandbox } from './machine.ts';
import { probeSandbox } from './probe-sandbox.ts';
import { createRunOnMount, type LaunchMode, type LaunchParts, type RunOnMount } from './run-on-mount.ts';

export type Isolated = { readonly sandbox: Sandbox; readonly run: RunOnMount };

/** A sandbox that works, or the reason why none does. */
type Tried = Isolated | string;

type Request = IsolationRequest & {
  /** Folders that programs may not come from. */
  readonly hidden: readonly string[];
  readonly scratchDir: string;
};

/** Tries the real thing once; null: it works. */
const tryIt = async (
  parts: LaunchParts,
  mode: LaunchMode,
  { scratchDir }: Request,
  sandbox: Sandbox,
): Promise<{ readonly isolated: Isolated; readonly problem: string | null }> => {
  const run = createRunOnMount(parts, mode);
  const problem = await probeSandbox(run, sandbox.overlays, scratchDir, parts.signal);
  return { isolated: { sandbox, run }, problem };
};

const withoutSandbox = (parts: LaunchParts, detail: string): Isolated => ({
  sandbox: {
    isolation: { level: 'degraded', detail, dates: { varied: false, detail: 'that needs a sandbox' } },
    overlays: false,
    container: null,
  },
  run: createRunOnMount(parts, 'none'),
});

const datesOf = ({ otherDate }: LaunchParts): Isolation['dates'] & {} =>
  otherDate.library === null
    ? { varied: false, detail: otherDate.reason }
    : { varied: true, detail: 'by a library that is loaded into every program' };

const bubblewrapWith = (parts: LaunchParts, overlays: boolean, detail: string): Sandbox => ({
  isolation: { level: 'sandboxed', detail, dates: datesOf(parts) },
  overlays,
  container: null,
});

const tryBubblewrap = async (parts: LaunchParts, request: Request): Promise<Tried> => {
  const { bubblewrap, unshare } = parts.programs;
  if (process.platform !== 'linux') return `there is no sandbox for ${process.platform} yet`;
  if (bubblewrap === null) return 'bubblewrap is not installed: apt install bubblewrap';
  let noOverlays = 'unshare is not installed';
  if (request.isolation === 'copies' || request.copies === true) noOverlays = 'asked for';
  else if (unshare !== null) {
    const sandbox = bubblewrapWith(parts, true, 'bubblewrap, overlays');
    const full = await tryIt(parts, 'bubblewrap', request, sandbox);
    if (full.problem === null) return full.isolated;
    noOverlays = full.problem;
  }
  const sandbox = bubblewrapWith(parts, false, `bubblewrap, copies instead of overlays (${noOverlays})`);
  const { isolated, problem } = await tryIt(parts, 'bubblewrap', request, sandbox);
  return problem === null ? isolated : `bubblewrap does not work here: ${problem}`;
};

const tryContainer = async (parts: LaunchParts, request: Request): Promise<Tried> => {
  const choice = request.container ?? { pull: false };
  const found = await findContainer(choice, parts.host.environment, request.hidden);
  if (!found.ok) return `no container: ${found.reason}`;
  const { container } = found;
  const { engine, imageId } = container;
  const unbound = [engine.bounds.memory ? '' : 'memory', engine.bounds.processes ? '' : 'processes'].filter(
    Boolean,
  );
  const detail = `${engine.kind} ${engine.version}, image ${choice.image} (${imageId.replace(/^sha256:/, '').slice(0, 12)})${unbound.map((what) => `, no common bound on ${what}`).join('')}`;
  const sandbox: Sandbox = {
    isolation: { level: 'container', detail, dates: { varied: false, detail: 'not in a container' } },
    overlays: false,
    container,
  };
  const { isolated, problem } = await tryIt(parts, container, request, sandbox);
  return problem === null ? isolated : `no container: ${engine.kind} does not run one here: ${problem}`;
};

const required = (tried: Tried, mode: string): Isolated => {
  if (typeof tried !== 'string') return tried;
  throw new InfrastructureError(
    'no-sandbox',
    `[sandbox] mode = "${mode}" is not available: ${tried}.`,
    'Fix it (`hydra doctor` shows more), or set mode = "auto".',
  );
};

/** The best that really works: overlays in a sandbox, copies in a sandbox, a container, copies without a sandbox. */
export const chooseIsolation = async (parts: LaunchParts, request: Request): Promise<Isolated> => {
  const { isolation = 'auto' } = request;
  if (isolation === 'degraded') return withoutSandbox(parts, 'requested: commands run without a sandbox');
  if (isolation === 'container') return required(await tryContainer(parts, request), isolation);
  const sandboxed = await tryBubblewrap(parts, request);
  if (isolation === 'bubblewrap') return required(sandboxed, isolation);
  if (typeof sandboxed !== 'string') return sandboxed;
  const contained = await tryContainer(parts, request);
  return typeof contained === 'string' ? withoutSandbox(parts, `${sandboxed}; ${contained}`) : contained;
};
