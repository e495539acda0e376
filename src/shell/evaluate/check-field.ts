import type { CheckPlan } from '../../core/domain/source/repo-facts.ts';
import type { Base } from '../ports/git-repository.ts';
import type { Tools } from '../ports/tools.ts';
import { candidateList } from '../plan/candidate-list.ts';
import { planEvaluation } from '../plan/plan-evaluation.ts';
import type { EvaluationOptions } from './run-evaluation.ts';

export type FieldCheck = {
  readonly base: Base;
  readonly plan: CheckPlan;
  readonly notes: readonly string[];
  readonly candidates: readonly {
    readonly name: string;
    readonly tree: string | null;
    readonly reason: string | null;
  }[];
};

/** Resolves, plans and applies, but runs nothing and stores no run. */
export const checkField = async (tools: Tools, options: EvaluationOptions): Promise<FieldCheck> => {
  const base = await tools.repository.resolveBase(options.base);
  const listed = await candidateList(tools.repository, options.candidates);
  const { plan, notes } = await planEvaluation(tools, base, options.configFile);
  const candidates = await Promise.all(
    listed.map(async ({ name, source }) => {
      const imported = await tools.repository.importCandidate(base, source);
      return imported.ok
        ? { name, tree: imported.tree, reason: null }
        : { name, tree: null, reason: imported.reason };
    }),
  );
  return { base, plan, notes: [...plan.notes, ...notes], candidates };
};
