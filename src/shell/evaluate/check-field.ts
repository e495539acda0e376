import type { CheckPlan } from '../../core/domain/source/repo-facts.ts';
import type { NeededProgram } from '../../core/profile/used-programs.ts';
import type { Base } from '../ports/git-repository.ts';
import type { Tools } from '../ports/tools.ts';
import { candidateList } from '../plan/candidate-list.ts';
import { missingPrograms } from '../plan/missing-programs.ts';
import { planEvaluation } from '../plan/plan-evaluation.ts';
import type { EvaluationOptions } from './run-evaluation.ts';

export type FieldCheck = {
  readonly base: Base;
  readonly plan: CheckPlan;
  /** Programs that the plan needs and this machine lacks. */
  readonly missing: readonly NeededProgram[];
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
  const { config, plan, notes } = await planEvaluation(tools, base, options.configFile, {
    candidates: listed,
  });
  const missing = await missingPrograms(tools, plan, config);
  const candidates = await Promise.all(
    listed.map(async ({ name, source }) => {
      const imported = await tools.repository.importCandidate(base, source);
      return imported.ok
        ? { name, tree: imported.tree, reason: null }
        : { name, tree: null, reason: imported.reason };
    }),
  );
  return { base, plan, missing, notes: [...plan.notes, ...notes], candidates };
};
