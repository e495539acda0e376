import type { Captured, TreeEvidence } from '../../../../core/domain/evidence/evidence.ts';
import type { RunInProgress } from './run-in-progress.ts';
import { patchPath } from './store-layout.ts';

type Written = RunInProgress['written'];

/** Evidence refers only to patches and logs that this run stored, byte for byte; anything else is a bug of ours. */
export const assertHolds = (written: Written, captured: Captured): void => {
  assertLogs(written, captured.baseline);
  const names = new Set<string>();
  for (const one of captured.evidence) {
    const { name } = one.candidate;
    if (names.has(name)) throw new Error(`two candidates are called ${name}`);
    names.add(name);
    if (written.get(patchPath(name))?.sha256 !== one.patchSha256)
      throw new Error(`the patch of ${name} is not the one that was stored`);
    assertLogs(written, one);
  }
};

const assertLogs = (written: Written, { runs }: TreeEvidence): void => {
  for (const { outcome } of runs) {
    if (outcome.status === 'not-started') continue;
    if (written.get(outcome.log.path)?.sha256 !== outcome.log.sha256)
      throw new Error(`${outcome.log.path} is not the log that was sealed`);
  }
};
