import type * as z from 'zod';
import { Conclusion } from '../../../../core/domain/run/conclusion.ts';
import { RunRemainder } from '../../../../core/domain/run/manifest.ts';
import type { StoredVerdict } from '../../../ports/run-store.ts';
import { UserError } from '../../../errors/user-error.ts';
import { damagedRun, openStoredRun, type RunReader } from './read-run.ts';
import { BASELINE } from '../../../../core/domain/evidence/baseline.ts';
import { CONCLUSION, evidencePath, EXPERIMENT, REMAINDER, type StoreLayout } from './store-layout.ts';
import { parseJson } from '../../../../core/domain/json/parse-json.ts';

const isExperiment = (id: string): UserError =>
  new UserError(
    'run-experiment',
    `Run ${id} compared configurations of an agent; there is no ranking in it.`,
    `\`hydra show ${id}\` shows its verdict.`,
  );

export const openRace = (layout: StoreLayout, id: string): RunReader => {
  const run = openStoredRun(layout, id);
  if (run.has(EXPERIMENT)) throw isExperiment(id);
  return run;
};

export const verdictOf = <C>(run: RunReader, captured: C, schema: typeof Conclusion) => {
  const { startedAt, engineVersion, config } = run.manifest;
  const conclusionBytes = run.read(CONCLUSION).toString('utf8');
  const conclusion = parseDocument(run.id, CONCLUSION, conclusionBytes, schema);
  return { id: run.id, startedAt, engineVersion, config, conclusionBytes, captured, conclusion };
};

/**
 * The part of a run that its answer needs, so that a repeated question is answered fast: evidence is checked against
 * the manifest but not parsed, and its schemas are not loaded.
 */
export const loadVerdict = (layout: StoreLayout, id: string): StoredVerdict => {
  const run = openRace(layout, id);
  const { candidates, ...captured } = readStoredDocument(run, REMAINDER, RunRemainder);
  for (const name of [BASELINE, ...candidates]) run.read(evidencePath(name));
  return verdictOf(run, captured, Conclusion);
};

export const readStoredDocument = <S extends z.ZodType>(
  run: RunReader,
  path: string,
  schema: S,
): z.infer<S> => parseDocument(run.id, path, run.read(path).toString('utf8'), schema);

const parseDocument = <S extends z.ZodType>(
  id: string,
  path: string,
  text: string,
  schema: S,
): z.infer<S> => {
  const parsed = schema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join('.') ?? '';
  throw damagedRun(id, `${path} has an unknown shape${where === '' ? '' : ` at ${where}`}`);
};
