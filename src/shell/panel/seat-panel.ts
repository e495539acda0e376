import type { Models, LanguageModel } from '../ports/models.ts';
import { UserError } from '../errors/user-error.ts';

export type PanelSettings = {
  /** Panellists take their models from this list in turn. */
  readonly models: readonly string[];
  readonly panellists: number;
  /** 0: no limit. */
  readonly budgetUsd: number;
};

/** One model for each panellist. A model that cannot be opened, or whose cost cannot be limited, is an error. */
export const seatPanel = async (
  models: Models,
  { models: names, panellists, budgetUsd }: PanelSettings,
): Promise<{ readonly models: readonly LanguageModel[]; readonly budgetUsd: number | null }> => {
  if (names.length === 0)
    throw new UserError(
      'panel-model',
      'There is no model for a panel.',
      'Name one with --panel PROVIDER:MODEL, or as [selection] model in hydra.toml.',
    );
  const opened = await Promise.all(names.map((name) => models.open(name)));
  const unpriced = opened.find(({ priced }) => !priced);
  if (budgetUsd > 0 && unpriced !== undefined)
    throw new UserError(
      'panel-budget',
      `The cost of ${unpriced.name} is not known, so the budget of $${budgetUsd} cannot be kept.`,
      'Set [selection] budget_usd = 0 to ask without a limit, or choose another model.',
    );
  const seats = Array.from({ length: panellists }, (_, at) => opened[at % opened.length] as LanguageModel);
  return { models: seats, budgetUsd: budgetUsd > 0 ? budgetUsd : null };
};
