import type { WorkspacesOptions } from '../../src/shell/adapters/workspaces/machine.ts';
import { fileURLToPath } from 'node:url';
import { makeImage } from './make-image.ts';

const STAND_IN = fileURLToPath(new URL('stand-in', import.meta.url));
const IMAGE = 'localhost/hydra-tests:1';

/** The real engine that a campaign names; otherwise a stand-in that behaves like podman. */
const realEngine = process.env['HYDRA_TEST_ENGINE'];

export const engineName = realEngine ?? 'stand-in';

/** Options that put commands in containers of the engine under test. */
export const inContainers = (): Partial<WorkspacesOptions> => {
  if (realEngine === 'podman' || realEngine === 'docker') {
    makeImage(realEngine, IMAGE);
    return { isolation: 'container', container: { engine: realEngine, image: IMAGE, pull: false } };
  }
  const PATH = `${STAND_IN}:${process.env['PATH'] ?? ''}`;
  return {
    isolation: 'container',
    container: { engine: 'podman', image: IMAGE, pull: false },
    host: { environment: { ...process.env, PATH }, home: process.env['HOME'] ?? '/' },
  };
};
