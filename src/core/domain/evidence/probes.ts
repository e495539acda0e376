import * as z from 'zod';
import { measuredOf } from '../measured.ts';
import { ModelQuestion } from './model-question.ts';

/** What came of one call, and where: names of candidates, and `baseline` for the base. */
export const ProbeOutcome = z.strictObject({
  names: z.array(z.string()).min(1),
  /** `missing`: the tree has no such function. `unstable`: twice the same call, two outcomes. */
  kind: z.enum(['returned', 'threw', 'timeout', 'missing', 'unstable']),
  /** How it failed in a language without exceptions: it returned an error, or it panicked. */
  how: z.enum(['error', 'panic']).optional(),
  /** Of the error. */
  type: z.string().max(100),
  /** The value or the message, shortened for people; what is compared is the whole value. */
  text: z.string().max(300),
});
export type ProbeOutcome = z.infer<typeof ProbeOutcome>;

/** A call of a changed function, or of one that leads to it, on which candidates differ. */
export const ProbedCall = z.strictObject({
  call: z.string().max(400),
  function: z.string().max(300),
  /** `observed`: made by a test; `varied`: made from one that was; `proposed`: by a model. */
  origin: z.enum(['observed', 'varied', 'proposed']),
  /** The observed call that it was made from. */
  parent: z
    .strictObject({
      call: z.string().max(400),
      /** Who behaved alike on it. */
      groups: z.array(z.array(z.string())),
    })
    .optional(),
  /** Whose tests made the call: `baseline`, or a candidate; `the panel` proposed it. */
  from: z.string(),
  /** Groups of trees that behave alike, the largest first. */
  outcomes: z.array(ProbeOutcome),
});
export type ProbedCall = z.infer<typeof ProbedCall>;

/** What a script that a candidate left behind says about one group of trees. */
export const LeftoverOutcome = z.strictObject({
  names: z.array(z.string()).min(1),
  /** `setup`: it could not even start, which says nothing about the problem. */
  kind: z.enum(['answer', 'setup', 'timeout', 'unstable']),
  exitCode: z.int().nullable(),
  /** Of the whole output, without what differs from run to run. */
  digest: z.string().max(64),
  /** The last line of the output. */
  text: z.string().max(300),
});
export type LeftoverOutcome = z.infer<typeof LeftoverOutcome>;

/** A script, notebook or loose test that reproduces the problem, run on every tree. */
export const Leftover = z.strictObject({
  author: z.string(),
  path: z.string().max(4096),
  outcomes: z.array(LeftoverOutcome),
});
export type Leftover = z.infer<typeof Leftover>;

/** The question to a model for calls that distinguish candidates. */
export const ProposedCalls = z.strictObject({
  ...ModelQuestion.shape,
  /** How many were added to the others. */
  calls: measuredOf(z.int().nonnegative()),
});
export type ProposedCalls = z.infer<typeof ProposedCalls>;

/** How the candidates behave beyond what their tests say. */
export const Probes = z.strictObject({
  /** Everyone who was probed, `baseline` first. */
  names: z.array(z.string()),
  functions: z.array(z.string().max(300)),
  /** Calls played on every tree. */
  played: z.int().nonnegative(),
  /** Of these: calls on which all candidates agree. */
  alike: z.int().nonnegative(),
  /** Of these: varied or proposed calls to which every tree returns a value; absent in runs of earlier engines. */
  answered: z.int().nonnegative().optional(),
  /** By name: varied or proposed calls that it answers otherwise than the base; absent in runs of earlier engines. */
  moved: z.record(z.string(), z.int().nonnegative()).optional(),
  /** Calls whose outcome changes from run to run; they count for no candidate. */
  unstable: z.int().nonnegative(),
  /** Calls that tell candidates apart: a few for each way in which they fall into groups. */
  calls: z.array(ProbedCall),
  leftovers: z.array(Leftover),
  /** Absent: no model was asked for calls. */
  proposed: ProposedCalls.optional(),
  /** Why something was not probed. */
  notes: z.array(z.string().max(500)),
});
export type Probes = z.infer<typeof Probes>;
