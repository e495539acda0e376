/** What a result should not depend on, in words that follow “it”. */
export const SURROUNDINGS = {
  variables: 'reads variables of the environment',
  arguments: 'reads the arguments of its process',
  stack: 'reads its call stack',
  modules: 'looks at what else is loaded',
  clock: 'reads the clock',
  place: 'asks where or how it runs',
  state: 'remembers something from one call to the next',
  chance: 'draws random numbers, or values that differ from run to run',
  outer: 'uses what can tell one run from another',
  unread: 'is too large, nests too deep, or is in a language that no rule reads',
  equality: 'decides itself what its results are equal to, or computes them when they are looked at',
} as const;

export type Surrounding = keyof typeof SURROUNDINGS;
