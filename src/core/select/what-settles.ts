import { type Contender, hasProof, isProven } from './contender.ts';

export const SETTLE = {
  tests: 'a test command that Hydra can run: see `hydra doctor` and [scoring.commands] test',
  proof:
    'a test that fails on the base and passes with the right change: give it with --hidden-tests, or ask the agents for one',
  authors: 'more candidates from independent agents, with `author` in their provenance',
  projects: 'the folders of all projects that candidates change, in [scoring] projects',
  task: 'if the task needs no such test: [trust] requires_progress = false',
  difference: 'a test of what they do differently: give it with --hidden-tests, or ask the agents for one',
  reading: 'what they do differently, shown by `hydra probe` or by reading the changes',
} as const;

/** Earlier engines took a candidate's own test for a proof, and had no advice if nothing was missing. */
export const whatSettles = (one: Contender, earlier: boolean): string[] => {
  const { tests, unrun, agreement } = one.standing;
  const isEnough = earlier ? hasProof(one) : isProven(one);
  const missing = [
    ...(tests === null ? [unrun.length > 0 ? SETTLE.projects : SETTLE.tests] : []),
    ...(isEnough ? [] : [SETTLE.proof]),
    ...(agreement === null ? [SETTLE.authors] : []),
    ...(hasProof(one) || tests === null ? [] : [SETTLE.task]),
  ];
  return missing.length === 0 && !earlier ? [SETTLE.difference] : missing;
};
