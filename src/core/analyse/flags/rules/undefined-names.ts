import type { FlagRule } from '../flag-rule.ts';

/** Names that the code uses and that are defined nowhere: the line fails as soon as it runs. */
export const undefinedNames: FlagRule = {
  rule: 'undefined-name',
  kinds: [
    {
      id: 'undefined-name',
      title: 'A name is used that is defined nowhere',
      meaning:
        'The change makes a source file use a name that neither the file nor the language defines, or leaves it with a syntax error. The line fails as soon as it runs, whether or not a test runs it.',
      advice: 'Read the line; it lowers the probability that the candidate is right.',
      standard: 'warn',
    },
  ],
  find: ({ files }) =>
    files.flatMap(({ path, faults = [] }) =>
      faults.map(({ line, message }) => ({
        id: 'undefined-name',
        rule: 'undefined-name',
        file: path,
        line,
        sentence: `${path} does not run as it is: ${message}.`,
      })),
    ),
};
