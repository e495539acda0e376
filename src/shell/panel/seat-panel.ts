import { resolve } from 'node:path';
import * as z from 'zod';
import type { SelectionPolicy } from '../../core/domain/policy/selection-policy.ts';
import { UserError } from '../errors/user-error.ts';
import type { LanguageModel, Models } from '../ports/models.ts';

/** Who will be asked. Panellists take their models from the list in turn; `budgetUsd` 0: no limit. */
export const PlannedSeats = z.object({
  models: z.array(z.string()).min(1),
  panellists: z.int().positive(),
  /** 0: panellists are not asked, only tests are written. */
  rounds: z.int().nonnegative(),
  budgetUsd: z.number().nonnegative(),
  /** The model that writes tests from the task alone. */
  tests: z.string().optional(),
  /** The model that proposes calls on which candidates differ. */
  inputs: z.string().optional(),
});
export type PlannedSeats = z.infer<typeof PlannedSeats>;

const FOLDER = 'file:';

/** A folder in hydra.toml is relative to the repository, whatever the current folder. */
const inRepository = (model: string, root: string): string =>
  model.startsWith(FOLDER) ? `${FOLDER}${resolve(root, model.slice(FOLDER.length))}` : model;

/** What the user asks models for: `true` stands for the configured model. */
export type AskedSeats = {
  readonly panel?: true | string | undefined;
  /** Tests from the task alone. */
  readonly tests?: true | string | undefined;
  /** Calls on which candidates differ. */
  readonly inputs?: true | string | undefined;
};

/** Null: nothing is asked of a model. */
export const planSeats = (
  { model, panellists, rounds, budget_usd: budgetUsd, ...also }: SelectionPolicy,
  { panel, ...asked }: AskedSeats,
  root: string,
): PlannedSeats | null => {
  const withPanel = (wanted: boolean): true | undefined => (panel !== undefined && wanted ? true : undefined);
  const { tests = withPanel(also.panel_tests), inputs = withPanel(also.panel_inputs) } = asked;
  const all = [panel, tests, inputs].filter((one) => one !== undefined);
  if (all.length === 0) return null;
  const configured = (typeof model === 'string' ? [model] : (model ?? [])).map((one) =>
    inRepository(one, root),
  );
  const given = all.find((one) => one !== true);
  const models = panel === undefined || panel === true ? configured : [panel];
  const [first = given] = models;
  if (first === undefined)
    throw new UserError(
      'panel-model',
      'There is no model for a panel.',
      'Choose one with --panel PROVIDER:MODEL, or as [selection] model in hydra.toml.',
    );
  const named = (one: true | string): string => (one === true ? first : one);
  return {
    models: models.length === 0 ? [first] : models,
    panellists,
    rounds: panel === undefined ? 0 : rounds,
    budgetUsd,
    ...(tests === undefined ? {} : { tests: named(tests) }),
    ...(inputs === undefined ? {} : { inputs: named(inputs) }),
  };
};

/** Opens every model that will be asked, so that a missing key or program is reported before anything runs. */
export const checkSeats = async (
  models: Models,
  { tests, inputs, ...seats }: PlannedSeats,
): Promise<void> => {
  if (seats.rounds > 0) await seatPanel(models, seats);
  for (const model of [tests, inputs])
    if (model !== undefined) await seatPanel(models, { ...seats, models: [model], panellists: 1 });
};

/** One model by itself. Whether its cost can be limited was checked before anything ran. */
export const openSeat = (models: Models, name: string): Promise<LanguageModel> => models.open(name);

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
