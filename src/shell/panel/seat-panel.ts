import { resolve } from 'node:path';
import * as z from 'zod';
import type { SelectionPolicy } from '../../core/domain/policy/selection-policy.ts';
import { UserError } from '../errors/user-error.ts';
import type { LanguageModel, Models } from '../ports/models.ts';

/** Who will be asked. Panellists take their models from the list in turn; `budgetUsd` 0: no limit. */
export const PlannedSeats = z.object({
  models: z.array(z.string()).min(1),
  panellists: z.int().positive(),
  rounds: z.int().positive(),
  budgetUsd: z.number().nonnegative(),
});
export type PlannedSeats = z.infer<typeof PlannedSeats>;

const FOLDER = 'file:';

/** A folder in hydra.toml is relative to the repository, whatever the current folder. */
const inRepository = (model: string, root: string): string =>
  model.startsWith(FOLDER) ? `${FOLDER}${resolve(root, model.slice(FOLDER.length))}` : model;

/** Null: no panel is asked for. */
export const planSeats = (
  { model, panellists, rounds, budget_usd: budgetUsd }: SelectionPolicy,
  asked: true | string | undefined,
  root: string,
): PlannedSeats | null => {
  if (asked === undefined) return null;
  const configured = (typeof model === 'string' ? [model] : (model ?? [])).map((one) =>
    inRepository(one, root),
  );
  const models = asked === true ? configured : [asked];
  if (models.length === 0)
    throw new UserError(
      'panel-model',
      'There is no model for a panel.',
      'Choose one with --panel PROVIDER:MODEL, or as [selection] model in hydra.toml.',
    );
  return { models, panellists, rounds, budgetUsd };
};

/** One model for each panellist. A model that cannot be opened, or whose cost cannot be limited, is an error. */
export const seatPanel = async (
  models: Models,
  { models: names, panellists, budgetUsd }: Omit<PlannedSeats, 'rounds'>,
): Promise<{ readonly models: readonly LanguageModel[]; readonly budgetUsd: number | null }> => {
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
