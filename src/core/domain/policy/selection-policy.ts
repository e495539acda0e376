import * as z from 'zod';

export const LONGEST_TASK = 100_000;
const Model = z.string().min(1).max(500);

/** `[selection]`: what the candidates are for, and the models that may compare them. */
export const SelectionPolicy = z.strictObject({
  task: z
    .string()
    .max(LONGEST_TASK)
    .default('')
    .describe('The task of the candidates: text, or the path of a file of the base; --task overrides it.'),
  model: z
    .union([Model, z.array(Model).min(1).max(8)])
    .optional()
    .describe(
      'Model of the panel that --panel asks, as PROVIDER:MODEL, claude, or file:DIR for replies in files; if there are several, panellists take them in turn.',
    ),
  panellists: z.int().min(1).max(8).default(2).describe('Number of panellists, asked independently.'),
  rounds: z
    .int()
    .min(1)
    .max(2)
    .default(2)
    .describe(
      'How many times panellists are asked; the second time with the findings of the checks, if these distinguish candidates.',
    ),
  panel_tests: z
    .boolean()
    .default(false)
    .describe('Whether --panel also has a model write tests from the task alone, as --panel-tests does.'),
  panel_inputs: z
    .boolean()
    .default(false)
    .describe(
      'Whether --panel also has a model propose calls on which candidates differ, as --panel-inputs does.',
    ),
  budget_usd: z
    .number()
    .nonnegative()
    .max(10_000)
    .default(1)
    .describe('US dollars that one panel, with the tests and calls written for it, may cost; 0: no limit.'),
});
export type SelectionPolicy = z.infer<typeof SelectionPolicy>;
