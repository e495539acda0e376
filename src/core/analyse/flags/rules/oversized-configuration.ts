import type { FileChange, FlagRule } from '../flag-rule.ts';

/** Far more than people write by hand. */
const MOST_CHARS = 64_000;
const PARTS = new Set(['runner-config', 'lint-config', 'script', 'ci', 'manifest']);

const isConfiguration = ({ part, role, kind }: FileChange): boolean =>
  kind === 'text' && (part === null ? role === 'config' : PARTS.has(part));

/** Reviewers stop reading such files, and tools waste time on them. */
export const oversizedConfiguration: FlagRule = {
  rule: 'oversized-configuration',
  kinds: [
    {
      id: 'oversized-configuration',
      title: 'A configuration file is too large to review',
      meaning: 'A configuration file is new or has grown, and is larger than people write and review.',
      advice: 'Ask what it is for; generated data belongs in a data file.',
      standard: 'warn',
    },
  ],
  find: ({ files }) =>
    files.filter(isConfiguration).flatMap(({ path, before, after, unread }) => {
      const [had, has] = [before?.text.length ?? 0, after?.text.length ?? 0];
      const grown = (unread !== undefined && after === null) || (has > MOST_CHARS && has > 2 * had);
      return grown
        ? [
            {
              id: 'oversized-configuration',
              rule: 'oversized-configuration',
              file: path,
              sentence: `${path} has ${has > 0 ? `${has} characters` : 'more characters than are read'}, and had ${had}.`,
            },
          ]
        : [];
    }),
};
