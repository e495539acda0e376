import { z } from 'zod';
import { Conclusion } from '../../../core/domain/conclusion.ts';
import type { Evidence } from '../../../core/domain/evidence.ts';
import { ExperimentRecord } from '../../../core/domain/experiment-record.ts';
import { RunRemainder } from '../../../core/domain/manifest.ts';
import type { StoredRun } from '../../ports/run-store.ts';
import { UserError } from '../../user-error.ts';
import { damagedRun, openStoredRun, type RunReader } from './read-run.ts';
import {
  BASELINE,
  CONCLUSION,
  evidencePath,
  EXPERIMENT,
  REMAINDER,
  type StoreLayout,
} from './store-layout.ts';
import { evidenceGrower, growBaseline, StoredBaseline, StoredEvidence } from './stored-evidence.ts';

/** Files are read synchronously for speed; others get their turn after each batch. */
const BATCH = 64;

/** Compiled, a thousand documents are read three times as fast; a few are read before the compiler is done. */
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
  const run = openStoredRun(layout, id);
  if (run.has(EXPERIMENT)) throw isExperiment(id);
  const { candidates, ...rest } = readDocument(run, REMAINDER, RunRemainder);
  const schemas = schemasFor(candidates.length);
  const baseline = growBaseline(readDocument(run, evidencePath(BASELINE), StoredBaseline));
  const grow = evidenceGrower(baseline);
  const evidence: Evidence[] = [];
  for (const [at, name] of candidates.entries()) {
    if (at % BATCH === BATCH - 1) await new Promise(setImmediate);
    const stored = readDocument(run, evidencePath(name), schemas.evidence);
    if (stored.candidate.name !== name) throw damagedRun(id, `the evidence of ${name} speaks of another`);
    evidence.push(grow(stored));
  }
  const conclusionBytes = run.read(CONCLUSION).toString('utf8');
  const { startedAt, engineVersion, config } = run.manifest;
  return {
    id,
    startedAt,
    engineVersion,
    config,
    conclusionBytes,
    captured: { ...rest, baseline, evidence },
    conclusion: parseDocument(run.id, CONCLUSION, conclusionBytes, schemas.conclusion),
  };
};

const isExperiment = (id: string): UserError =>
  new UserError(
    'run-experiment',
    `Run ${id} compared configurations of an agent; there is no ranking in it.`,
    `\`hydra show ${id}\` shows its verdict.`,
  );

export const loadExperiment = async (layout: StoreLayout, id: string): Promise<ExperimentRecord | null> => {
  const run = openStoredRun(layout, id);
  return run.has(EXPERIMENT) ? readDocument(run, EXPERIMENT, ExperimentRecord) : null;
};

const readDocument = <S extends z.ZodType>(run: RunReader, path: string, schema: S): z.infer<S> =>
  parseDocument(run.id, path, run.read(path).toString('utf8'), schema);

const parseDocument = <S extends z.ZodType>(
  id: string,
  path: string,
  text: string,
  schema: S,
): z.infer<S> => {
  const parsed = schema.safeParse(parse(text));
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join('.') ?? '';
  throw damagedRun(id, `${path} has an unknown shape${where === '' ? '' : ` at ${where}`}`);
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
