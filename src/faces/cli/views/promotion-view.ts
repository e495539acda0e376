import type { ExperimentRecord } from '../../../core/domain/experiment/experiment-record.ts';
import { carryOutPromotion } from '../../../shell/experiment/promote/promote-experiment.ts';
import type { PromotionPlan } from '../../../shell/experiment/promote/plan-promotion.ts';
import { planFromRecord, promotableCandidate } from '../../../shell/experiment/promote/promote-experiment.ts';
import { UserError } from '../../../shell/errors/user-error.ts';
import type { ExperimentSession } from '../../../shell/experiment/experiment-session.ts';
import { openPullRequestTools } from '../../wiring/wiring-experiments.ts';
import type { CommandContext } from '../console/command-context.ts';

type PromotionOptions = { readonly repo: string; readonly base: string; readonly openPr?: true };

const showPlan = ({ terminal: { note, paint } }: CommandContext, plan: PromotionPlan): void => {
  note(`\n${paint.bold('promotion')}  ${plan.title}, on ${plan.branch} from ${plan.base.ref}`);
  for (const { path, file } of plan.changes)
    note(paint.dim(`  ${file === null ? 'remove' : 'write '} ${path}`));
};

/** Without --open-pr it is a plan; obstacles are then notes, not errors. */
export const promote = async (
  context: CommandContext,
  { world }: ExperimentSession,
  record: ExperimentRecord,
  options: PromotionOptions,
): Promise<void> => {
  const { note } = context.terminal;
  const candidate = promotableCandidate(record);
  if (candidate === null)
    return options.openPr ? note('No pull request: nothing may be promoted.') : undefined;
  const planning = planFromRecord(world, record, { candidate, base: options.base });
  if (!options.openPr) {
    const plan = await planning.catch((error: unknown) => {
      if (error instanceof UserError) return note(`No plan for a promotion: ${error.message}`);
      throw error;
    });
    if (plan === undefined) return undefined;
    showPlan(context, plan);
    return note(`  hydra compare --resume ${record.id} --open-pr   opens the pull request`);
  }
  const plan = await planning;
  showPlan(context, plan);
  const { url } = await carryOutPromotion(
    world.tools.repository,
    await openPullRequestTools(options.repo),
    plan,
  );
  return note(`opened ${url}`);
};
