// How long a person waits before anything happens, and for an answer about an old run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENGINE_VERSION } from '../src/core/domain/run/engine-version.ts';
import { conclude } from '../src/core/conclude/conclude.ts';
import { HydraConfig } from '../src/core/domain/policy/hydra-config.ts';
import { withSortedRecords } from '../src/core/domain/json/sorted-records.ts';
import { openRunStore } from '../src/shell/adapters/store/runs/file-run-store.ts';
import { racePolicyOf } from '../src/core/conclude/race-policy-of.ts';
import { atNominalPace, hydra, type Line, line, main, measure, report } from './support.ts';
import { syntheticField } from './synthetic-field.ts';

const ROUNDS = 15;

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const versionLine = async (): Promise<Line> => {
  const ms = await atNominalPace(async () => {
    const differences: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const idle = await measure(process.execPath, ['-e', '0'], '.');
      const version = await measure(process.execPath, [main, '--version'], '.');
      differences.push(version.ms - idle.ms);
    }
    return median(differences);
  });
  return line('hydra --version over node -e 0', ms, 'ms*', { atMost: 60 });
};

const replayLine = async (): Promise<Line> => {
  const folder = mkdtempSync(join(tmpdir(), 'hydra-bench-'));
  const store = openRunStore(folder, { engineVersion: ENGINE_VERSION });
  const config = HydraConfig.parse({});
  const run = await store.create({ config, startedAt: new Date().toISOString() });
  const { captured, patch } = syntheticField(1000, 300);
  for (const { candidate } of captured.evidence) await run.savePatch(candidate.name, patch);
  const sorted = withSortedRecords(captured);
  await run.finish(sorted, conclude(sorted, racePolicyOf(config), run.id));
  await measure('git', ['init', '-q'], folder);
  const commit = [
    '-c',
    'user.name=b',
    '-c',
    'user.email=b@hydra.invalid',
    'commit',
    '-q',
    '--allow-empty',
    '-m',
    'x',
  ];
  await measure('git', commit, folder);
  const ms = await atNominalPace(async () => {
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const replayed = await hydra(['replay', run.id, '--json'], folder);
      if (replayed.code !== 0) throw new Error(`replay ended with ${replayed.code}`);
      times.push(replayed.ms);
    }
    return median(times);
  });
  rmSync(folder, { recursive: true, force: true });
  return line('replay of a run with 1,000 candidates × 300 tests', ms, 'ms*', { atMost: 1000 });
};

report('startup', [await versionLine(), await replayLine()]);
