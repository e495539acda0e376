import { fileURLToPath } from 'node:url';
import type { WorkspacesOptions } from '../../src/shell/adapters/workspaces/isolation/machine.ts';

export const TEST_IMAGE = 'localhost/hydra-tests:1';
const STAND_IN = fileURLToPath(new URL('stand-in', import.meta.url));

const asked = process.env['HYDRA_TEST_ENGINE'];
/** The engine that a campaign specifies; null: a stand-in that behaves like podman. */
export const realEngine = asked === 'podman' || asked === 'docker' ? asked : null;

const host = () => ({
  environment: {
    ...process.env,
    PATH: [...(realEngine === null ? [STAND_IN] : []), process.env['PATH'] ?? ''].join(':'),
  },
  home: process.env['HOME'] ?? '/',
});

/** Options that run commands in containers of the engine under test. */
export const inContainers = (): Pick<WorkspacesOptions, 'isolation' | 'container' | 'host'> => ({
  isolation: 'container',
  container: { engine: realEngine ?? 'podman', image: TEST_IMAGE, pull: false },
  host: host(),
});
