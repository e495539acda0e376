import { CAPTURED_DIMENSIONS } from '../../../core/dimensions/dimensions.ts';
import { canonicalJson } from '../../../core/domain/json/canonical-json.ts';
import type { CheckRun } from '../../../core/domain/evidence/evidence.ts';
import type { KnownField, KnownFields } from '../../ports/known-fields.ts';
import type { StoredRun, StoredVerdict } from '../../ports/run-store.ts';
import type { ReuseConditions } from '../../ports/tools.ts';
import { UserError } from '../../errors/user-error.ts';
import type { AnsweredEvaluation } from '../capture-run.ts';
import { fieldKey, type KeyTools, type EvaluationQuestion } from './field-key.ts';

export type RecallTools = KeyTools & {
  readonly fields: KnownFields;
  /** Values of the user's variables that are set. */
  readonly readEnvironment: (names: readonly string[]) => Readonly<Record<string, string>>;
  readonly surroundings: ReuseConditions;
};

const valuesOf = ({ digest, readEnvironment }: RecallTools, names: readonly string[]): string =>
  digest(canonicalJson(['variables-1', readEnvironment(names)]));

/** A missing or damaged run is not reused; `hydra verify` reports what is wrong with it. */
const orNull = async <Run>(load: (id: string) => Promise<Run>, id: string): Promise<Run | null> => {
  try {
    return await load(id);
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
};

/** The stored run that answered this question, with every byte checked against its manifest; null: nothing usable. */
export const recallByKey = async <Run>(
  tools: RecallTools,
  key: string,
  load: (id: string) => Promise<Run>,
  onChange: (why: string) => void = () => undefined,
): Promise<Run | null> => {
  const known = await tools.fields.get(key);
  if (known === null) return null;
  const changed = await whatChanged(tools, known);
  if (changed === null) {
    const run = await orNull(load, known.run);
    if (run === null) onChange(`run ${known.run}, which answered the same question, is missing or damaged`);
    return run;
  }
  onChange(`${changed} since run ${known.run}`);
  return null;
};

/** What has changed of everything else that a stored answer depends on; null: nothing. */
const whatChanged = async (tools: RecallTools, known: KnownField): Promise<string | null> => {
  const { surroundings } = tools;
  if (known.engine !== (await surroundings.engine())) return 'Hydra itself has changed';
  if (known.machine !== (await surroundings.machine())) return 'the sandbox or the system has changed';
  if (known.values !== valuesOf(tools, known.variables))
    return 'a variable that reaches the checks has changed';
  const now = await surroundings.programs(Object.keys(known.programs));
  const other = Object.keys(known.programs).find((name) => known.programs[name] !== now[name]);
  return other === undefined ? null : `${other} has changed`;
};

/** Only its verdict; the evidence is not loaded. */
export const recallVerdict = async (
  tools: RecallTools,
  question: EvaluationQuestion,
  load: (id: string) => Promise<StoredVerdict>,
  onChange: (why: string) => void,
): Promise<StoredVerdict | null> => {
  const key = await fieldKey(tools, question);
  return key === null ? null : recallByKey(tools, key, load, onChange);
};

export const answerOf = ({ id, startedAt, captured, conclusion, config }: StoredRun): AnsweredEvaluation => ({
  runId: id,
  captured,
  conclusion,
  config,
  kept: null,
  recalled: startedAt,
});

const ended = ({ outcome }: CheckRun): boolean => outcome.status === 'exited';

/** Not reused if a slow machine, a model or an image's owner may lead to another answer next time. */
const isReusable = ({ captured, config }: Pick<StoredRun, 'captured' | 'config'>): boolean => {
  const { weights } = config.scoring;
  const trees = [captured.baseline, ...captured.evidence];
  return (
    CAPTURED_DIMENSIONS.every(({ key, evidence }) => evidence.reusable || weights[key] === undefined) &&
    captured.isolation.level !== 'container' &&
    trees.every(({ runs }) => runs.every(ended))
  );
};

/** Stored under its question, if the question is the same after the run as before. */
export const rememberEvaluation = async (
  tools: RecallTools,
  question: EvaluationQuestion,
  key: string,
  finished: Pick<StoredRun, 'id' | 'captured' | 'config'> & {
    readonly variables: readonly string[];
    readonly programs: readonly string[] | undefined;
  },
): Promise<void> => {
  if (!isReusable(finished) || (await fieldKey(tools, question)) !== key) return;
  const { id: run, variables } = finished;
  const { surroundings } = tools;
  await tools.fields.put(key, {
    run,
    variables,
    values: valuesOf(tools, variables),
    engine: await surroundings.engine(),
    machine: await surroundings.machine(),
    programs: await surroundings.programs(finished.programs),
  });
};
