import { callEngine } from './call-engine.ts';
import type { Engine } from './container.ts';
import { CONTAINER_LABEL } from './container-arguments.ts';
import { isAbandoned } from '../host/owner-mark.ts';

/** Removes containers of processes that were killed; a container may outlive its client. */
export const sweepContainers = async (engine: Engine): Promise<void> => {
  const list = ['ps', '--all', '--filter', `label=${CONTAINER_LABEL}`, '--format', '{{.Names}}'];
  const { stdout } = await callEngine(engine, list);
  const names = stdout.toString('utf8').split('\n').filter(isAbandoned);
  for (const name of names) {
    await callEngine(engine, ['kill', '--signal', 'KILL', name]);
    await callEngine(engine, ['rm', '--force', '--volumes', name]);
  }
};
