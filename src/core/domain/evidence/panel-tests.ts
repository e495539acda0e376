import * as z from 'zod';
import { measuredOf } from '../measured.ts';
import { ModelQuestion } from './model-question.ts';

/** A test that a model wrote from the task alone, and what became of it in two runs on every tree. */
export const PanelTest = z.strictObject({
  id: z.string(),
  /** Only admitted tests count: the same result twice, not passed on the base, passed with some candidate. */
  state: z.enum(['admitted', 'unsteady', 'passes-on-base', 'passes-nowhere']),
  /** Candidates that passed it twice. */
  passed: z.array(z.string()),
  /** Candidates that failed it twice, or with which it did not even start. */
  failed: z.array(z.string()),
});
export type PanelTest = z.infer<typeof PanelTest>;

/** The question for such tests, and what became of them. */
export const PanelTests = z.strictObject({
  ...ModelQuestion.shape,
  /** The files that it wrote. */
  files: z.array(z.string()),
  tests: measuredOf(z.array(PanelTest)),
});
export type PanelTests = z.infer<typeof PanelTests>;
