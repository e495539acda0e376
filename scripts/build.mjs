// TypeScript → dist/, from scratch, with the command made executable.
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { demand, root, step } from './step.mjs';

rmSync(join(root, 'dist'), { recursive: true, force: true });
demand(step('compile', ['tsc', '-p', 'tsconfig.build.json'], { local: true }));
chmodSync(join(root, 'dist/faces/cli/main.js'), 0o755);
