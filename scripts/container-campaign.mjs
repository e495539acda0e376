// `npm run container-campaign [podman|docker]`: the tests of workspaces against a real engine, with an image made of
// this machine's own programs. Registries are not used.
import { spawnSync } from 'node:child_process';
import { TEST_IMAGE } from '../test/container/test-engine.ts';
import { makeImage } from '../test/container/make-image.ts';
import { loudly } from './step.mjs';

const FILES = ['container', 'limits', 'processes', 'workspaces.contract'];

const answers = (engine) => spawnSync(engine, ['info'], { stdio: 'ignore' }).status === 0;
const [engine = ['podman', 'docker'].find(answers)] = process.argv.slice(2);
if (engine === undefined || !answers(engine)) {
  console.error(`${engine ?? 'Neither podman nor docker'} answers here. On Debian: apt install podman runc`);
  process.exit(3);
}
makeImage(engine, TEST_IMAGE);
const files = FILES.map((name) => `test/shell/adapters/workspaces/${name}.test.ts`);
process.exitCode = loudly(['vitest', 'run', ...files, '-t', 'container|which sandbox'], {
  local: true,
  env: { HYDRA_TEST_ENGINE: engine },
});
