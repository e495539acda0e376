import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { FILE_TIMES, type FileTime, root } from '../../scripts/test-report.mjs';

/** Writes how long each file took, its hooks included; the JSON reporter leaves those out. */
export default class TimeFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const times: readonly FileTime[] = modules.map((module) => {
      const { collectDuration, setupDuration, duration } = module.diagnostic();
      const ms = collectDuration + setupDuration + duration;
      return { file: relative(root, module.moduleId), seconds: Math.round(ms) / 1000 };
    });
    mkdirSync(dirname(FILE_TIMES), { recursive: true });
    writeFileSync(FILE_TIMES, JSON.stringify(times, null, 2));
  }
}
