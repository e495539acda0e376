import type { ChildProcess } from 'node:child_process';
import type { JobLimits } from '../../../ports/workspaces.ts';
import { callEngine } from './call-engine.ts';
import type { Engine } from './container.ts';
import { readContainerEnd } from './container-process.ts';
import type { BareLaunch } from '../launch/run-launch.ts';

const AGAIN_MS = 200;
const GIVE_UP_MS = 15_000;

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

const killClient = (child: ChildProcess): void => {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
};

/** By name, repeatedly until the client has ended: the container may not exist yet. */
const killByName = async (engine: Engine, name: string, child: ChildProcess): Promise<void> => {
  const deadlineMs = performance.now() + GIVE_UP_MS;
  while (!hasEnded(child) && performance.now() < deadlineMs) {
    await callEngine(engine, ['kill', '--signal', 'KILL', name]);
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  if (!hasEnded(child)) killClient(child);
};

export type ContainerLaunchParts = {
  readonly engine: Engine;
  readonly name: string;
  readonly args: readonly string[];
  readonly input: string;
  readonly limits: JobLimits;
  readonly cwd: string;
};

/** Only the engine's client is our child: the container itself is killed by name. */
export const containerLaunch = (parts: ContainerLaunchParts): BareLaunch => {
  const { engine, name, args, input, limits, cwd } = parts;
  let killing = false;
  return {
    file: engine.program,
    args,
    cwd,
    environment: engine.environment,
    sandboxArguments: null,
    witness: null,
    input,
    kill(child) {
      if (killing) return;
      killing = true;
      void killByName(engine, name, child);
    },
    /** A client that ended well has removed its container. */
    async sweep(child) {
      const clean =
        !killing && child.exitCode !== null && 'exitCode' in readContainerEnd(child.exitCode, limits);
      if (!clean) await callEngine(engine, ['rm', '--force', '--volumes', name]);
    },
    readEnd: (code) => readContainerEnd(code, limits),
  };
};
