import { replay } from '../../src/faces/library/library.ts';
import type { Evaluation } from '../../src/shell/evaluate/evaluate-field.ts';
import type { EvaluationOptions } from '../../src/shell/evaluate/run-evaluation.ts';
import { shareResults } from '../support/known-results.ts';
import { makeProject, type Files } from '../support/scratch-project.ts';
import { sharedSession } from '../support/shared-session.ts';

export type Field = Readonly<Record<string, Files>>;
export type EvaluatedField = Evaluation & {
  /** Concluding again from the stored run gives the same bytes. */
  readonly replays: boolean;
  readonly gatesOf: (name: string) => readonly string[];
  readonly flagsOf: (name: string) => readonly string[];
  readonly evidenceOf: (name: string) => Evaluation['captured']['evidence'][number];
};

/** A real project, real patches, real runs: the engine's conclusion about a field. */
export const evaluateField = async (
  base: Files,
  candidates: Field,
  options: Partial<EvaluationOptions> = {},
): Promise<EvaluatedField> => {
  const project = await makeProject(base);
  try {
    const inputs: { name: string; source: string }[] = [];
    for (const [name, files] of Object.entries(candidates))
      inputs.push({ name, source: await project.patch(name, files) });
    await shareResults(project.root);
    const evaluation = await sharedSession.evaluate({
      repo: project.root,
      base: 'main',
      candidates: inputs,
      ...options,
    });
    const { identical } = await replay(evaluation.runId, { repo: project.root });
    const ranking = (name: string) => evaluation.conclusion.rankings.find(({ agent }) => agent === name);
    return {
      ...evaluation,
      replays: identical === true,
      gatesOf: (name) => ranking(name)?.gates ?? [],
      flagsOf: (name) => ranking(name)?.flags.map(({ id }) => id) ?? [],
      evidenceOf: (name) => evaluation.captured.evidence.find(({ candidate }) => candidate.name === name)!,
    };
  } finally {
    await project.remove();
  }
};
