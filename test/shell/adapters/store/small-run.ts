import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LogRef } from '../../../../src/core/domain/check/check-outcome.ts';
import { conclude } from '../../../../src/core/conclude/conclude.ts';
import type {
  Captured,
  CheckRun,
  Evidence,
  TreeEvidence,
} from '../../../../src/core/domain/evidence/evidence.ts';
import { HydraConfig } from '../../../../src/core/domain/policy/hydra-config.ts';
import { measured, missing } from '../../../../src/core/domain/measured.ts';
import { withSortedRecords } from '../../../../src/core/domain/json/sorted-records.ts';
import type { TestReport } from '../../../../src/core/domain/check/test-report.ts';
import type { OpenRun, RunRequest } from '../../../../src/shell/ports/run-store.ts';
import { racePolicyOf } from '../../../../src/core/conclude/race-policy-of.ts';

export const CONFIG = HydraConfig.parse({});
export const REQUEST: RunRequest = { config: CONFIG, startedAt: '2026-11-16T10:00:00.000Z' };
export const ENGINE = { engineVersion: '0.1.0-test' };

export const newRepository = (): Promise<string> => mkdtemp(join(tmpdir(), 'hydra-store-'));
export const removeFolder = (path: string): Promise<void> => rm(path, { recursive: true, force: true });
export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

export const testReport = (outcomes: TestReport['outcomes'], files?: TestReport['files']): TestReport => ({
  format: 'node-test',
  trust: 'structured',
  passed: Object.values(outcomes ?? {}).filter((outcome) => outcome === 'passed').length,
  failed: Object.values(outcomes ?? {}).filter((outcome) => outcome === 'failed').length,
  skipped: 0,
  ...(outcomes === undefined ? {} : { outcomes }),
  ...(files === undefined ? {} : { files }),
});

export const testRun = (log: LogRef): CheckRun => ({
  check: {
    kind: 'test',
    name: 'test',
    command: 'npm test',
    timeoutMs: 600_000,
    parser: 'node-test',
    report: { from: 'report-file', name: 'report.jsonl' },
    env: {},
    origin: 'profile',
  },
  outcome: { status: 'exited', exitCode: 0, durationMs: 12.5, log },
  reused: false,
});

export const treeEvidence = (tests: TestReport, runs: CheckRun[] = []): TreeEvidence => ({
  tree: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  runs,
  build: measured({ passed: true }),
  tests: measured(tests),
  lint: missing('not-configured', 'no lint command'),
  security: missing('not-configured', 'no security command'),
});

export const candidateEvidence = (name: string, tree: TreeEvidence, patch: string): Evidence => ({
  candidate: {
    name,
    source: { kind: 'patch', at: `${name}.patch` },
    provenance: { status: 'completed', duration_ms: 5 },
  },
  patchSha256: sha256(patch),
  diff: measured({
    files: [
      {
        path: 'src/sum.js',
        change: 'modified',
        oldMode: '100644',
        newMode: '100644',
        kind: 'text',
        added: 1,
        removed: 1,
        effectiveAdded: 1,
        effectiveRemoved: 1,
        normalisedBy: 'prettier',
        effect: true,
      },
    ],
    added: 1,
    removed: 1,
    effectiveAdded: 1,
    effectiveRemoved: 1,
    effect: true,
  }),
  ...tree,
  flags: [],
});

export const captured = (baseline: TreeEvidence, evidence: Evidence[]): Captured => ({
  base: { ref: 'main', commit: 'c0ffee', tree: baseline.tree, branch: 'refs/heads/main' },
  profile: 'js-node',
  isolation: { level: 'sandboxed', detail: 'bubblewrap' },
  notes: ['no lint script: lint is not configured'],
  baseline,
  evidence,
  rejected: [],
});

const writeLog = async (run: OpenRun, owner: string, text: string): Promise<LogRef> => {
  await writeFile(await run.logPath(owner, 'test.log'), text);
  return run.sealLog(owner, 'test.log');
};

/** Everything that a real run does to the store, with two candidates; returns its decision. */
export const captureSmallRun = async (run: OpenRun): Promise<Captured> => {
  const tests = { adds: 'passed', subtracts: 'failed' } as const;
  const baseLog = await writeLog(run, 'baseline', 'base\n');
  const baseline = treeEvidence(testReport(tests), [testRun(baseLog)]);
  const evidence: Evidence[] = [];
  for (const name of ['Honest', 'honest']) {
    await run.record({ event: 'note', text: `patch of ${name}` });
    await run.savePatch(name, Buffer.from(`patch of ${name}`));
    const log = await writeLog(run, name, `${name} passed\n`);
    const tree = treeEvidence(testReport({ ...tests, subtracts: 'passed', [name]: 'passed' }), [
      testRun(log),
    ]);
    evidence.push(candidateEvidence(name, tree, `patch of ${name}`));
  }
  return withSortedRecords(captured(baseline, evidence));
};

export const finishSmallRun = async (run: OpenRun): Promise<Captured> => {
  const all = await captureSmallRun(run);
  await run.finish(all, conclude(all, racePolicyOf(CONFIG), run.id));
  return all;
};
