import * as z from 'zod';
import { Conclusion } from '../../../../core/domain/run/conclusion.ts';
import type { Evidence } from '../../../../core/domain/evidence/evidence.ts';
import { ExperimentRecord } from '../../../../core/domain/experiment/experiment-record.ts';
import { RunRemainder } from '../../../../core/domain/run/manifest.ts';
import type { StoredRun } from '../../../ports/run-store.ts';
import { openRace, readStoredDocument, verdictOf } from './load-verdict.ts';
import { damagedRun, openStoredRun } from './read-run.ts';
import { BASELINE } from '../../../../core/domain/evidence/baseline.ts';
import { evidencePath, EXPERIMENT, REMAINDER, type StoreLayout } from './store-layout.ts';
import { evidenceGrower, growBaseline, StoredBaseline, StoredEvidence } from './stored-evidence.ts';

/** Files are read synchronously for speed, yielding to other work after each batch. */
const BATCH = 64;

/** A compiled schema reads a thousand documents three times as fast; for a few, compiling takes longer than reading. */
const WORTH_COMPILING = 40;
let compiled:
  | { readonly evidence: typeof StoredEvidence; readonly conclusion: typeof Conclusion }
  | undefined;
const schemasFor = (documents: number) => {
  if (compiled === undefined && documents < WORTH_COMPILING)
    return { evidence: StoredEvidence, conclusion: Conclusion };
  return (compiled ??= { evidence: z.compile(StoredEvidence), conclusion: z.compile(Conclusion) });
};

export const loadRun = async (layout: StoreLayout, id: string): Promise<StoredRun> => {
  const run = openRace(layout, id);
  const { candidates, ...rest } = readStoredDocument(run, REMAINDER, RunRemainder);
  const schemas = schemasFor(candidates.length);
  const baseline = growBaseline(readStoredDocument(run, evidencePath(BASELINE), StoredBaseline));
  const grow = evidenceGrower(baseline);
  const evidence: Evidence[] = [];
  for (const [at, name] of candidates.entries()) {
    if (at % BATCH === BATCH - 1) await new Promise(setImmediate);
    const stored = readStoredDocument(run, evidencePath(name), schemas.evidence);
    if (stored.candidate.name !== name)
      throw damagedRun(id, `the evidence of ${name} is that of another candidate`);
    evidence.push(grow(stored));
  }
  return verdictOf(run, { ...rest, baseline, evidence }, schemas.conclusion);
};

export const loadExperiment = async (layout: StoreLayout, id: string): Promise<ExperimentRecord | null> => {
  const run = openStoredRun(layout, id);
  return run.has(EXPERIMENT) ? readStoredDocument(run, EXPERIMENT, ExperimentRecord) : null;
};
