import type { HydraConfig } from '../../core/domain/policy/hydra-config.ts';
import type { CheckPlan } from '../../core/domain/source/repo-facts.ts';
import { neededPrograms, type NeededProgram } from '../../core/profile/used-programs.ts';
import { UserError } from '../errors/user-error.ts';
import type { Tools } from '../ports/tools.ts';

/** Programs that the plan needs and this machine lacks; in a container the image provides them. */
export const missingPrograms = async (
  { hasProgram }: Pick<Tools, 'hasProgram'>,
  plan: Pick<CheckPlan, 'commands' | 'checks'>,
  { sandbox }: Pick<HydraConfig, 'sandbox'>,
): Promise<readonly NeededProgram[]> => {
  if (sandbox.mode === 'container') return [];
  const missing: NeededProgram[] = [];
  for (const one of neededPrograms(plan)) if (!(await hasProgram(one.program))) missing.push(one);
  return missing;
};

export const missingSentence = ({ program, step }: NeededProgram): string =>
  `${program}, which ${step} starts, is not installed`;

/** Reports, before anything runs, what cannot run; a missing linter is only noted. */
export const requirePrograms = (missing: readonly NeededProgram[]): readonly string[] => {
  const first = missing.find(({ needed }) => needed);
  if (first === undefined) return missing.map(missingSentence);
  throw new UserError(
    'missing-program',
    missing.map((one) => `${missingSentence(one)}.`).join('\n'),
    `Install ${first.program} and put it on the PATH, or set [scoring.commands] ${first.step} in hydra.toml.`,
  );
};
