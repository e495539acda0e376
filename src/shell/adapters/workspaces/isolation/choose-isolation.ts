import { InfrastructureError } from '../../../errors/user-error.ts';
import { findContainer } from '../container/find-container.ts';
import type { Machine } from './machine.ts';
import { probeMachine } from './probe-machine.ts';

/** A machine that can do it, or the sentence that says why not. */
type Tried = Machine | string;

const withoutSandbox = (machine: Machine, detail: string): Machine => ({
  ...machine,
  sandboxed: false,
  overlays: false,
  isolation: { level: 'degraded', detail },
});

const sandboxWith = (machine: Machine, overlays: boolean, detail: string): Machine => ({
  ...machine,
  sandboxed: true,
  overlays,
  isolation: { level: 'sandboxed', detail },
});

const tryBubblewrap = async (machine: Machine): Promise<Tried> => {
  const { bubblewrap, unshare } = machine.programs;
  if (process.platform !== 'linux') return `there is no sandbox for ${process.platform} yet`;
  if (bubblewrap === null) return 'bubblewrap is not installed: apt install bubblewrap';
  const full = sandboxWith(machine, true, 'bubblewrap, overlays');
  const overlayTrouble =
    machine.options.isolation === 'copies' || machine.options.copies === true
      ? 'asked for'
      : unshare === null
        ? 'unshare is not installed'
        : await probeMachine(full);
  if (overlayTrouble === null) return full;
  const copies = sandboxWith(machine, false, `bubblewrap, copies instead of overlays (${overlayTrouble})`);
  const trouble = await probeMachine(copies);
  return trouble === null ? copies : `bubblewrap does not work here: ${trouble}`;
};

const tryContainer = async (machine: Machine, hidden: readonly string[]): Promise<Tried> => {
  const choice = machine.options.container ?? { pull: false };
  const found = await findContainer(choice, machine.hostEnvironment, hidden);
  if (!found.ok) return `no container: ${found.reason}`;
  const { engine, imageId } = found.container;
  const unbound = [engine.bounds.memory ? '' : 'memory', engine.bounds.processes ? '' : 'processes'].filter(
    Boolean,
  );
  const detail = `${engine.kind} ${engine.version}, image ${choice.image} (${imageId.replace(/^sha256:/, '').slice(0, 12)})${unbound.map((what) => `, no common bound on ${what}`).join('')}`;
  const contained: Machine = {
    ...machine,
    sandboxed: true,
    overlays: false,
    container: found.container,
    isolation: { level: 'container', detail },
  };
  const trouble = await probeMachine(contained);
  return trouble === null ? contained : `no container: ${engine.kind} does not run one here: ${trouble}`;
};

const demand = (tried: Tried, mode: string): Machine => {
  if (typeof tried !== 'string') return tried;
  throw new InfrastructureError(
    'no-sandbox',
    `[sandbox] mode = "${mode}" cannot be had: ${tried}.`,
    'Mend it (`hydra doctor` tells more), or set mode = "auto".',
  );
};

/** The best that really works: overlays in a sandbox, copies in a sandbox, a container, copies in the open. */
export const chooseIsolation = async (machine: Machine, hidden: readonly string[]): Promise<Machine> => {
  const { isolation = 'auto' } = machine.options;
  if (isolation === 'degraded') return withoutSandbox(machine, 'asked for: commands run without a sandbox');
  if (isolation === 'container') return demand(await tryContainer(machine, hidden), isolation);
  const sandboxed = await tryBubblewrap(machine);
  if (isolation === 'bubblewrap') return demand(sandboxed, isolation);
  if (typeof sandboxed !== 'string') return sandboxed;
  const contained = await tryContainer(machine, hidden);
  return typeof contained === 'string' ? withoutSandbox(machine, `${sandboxed}; ${contained}`) : contained;
};
