import type { Flag } from '../../domain/flags/flag.ts';
import { SOURCE_TEST_EDITED } from '../../domain/flags/source-tests.ts';
import type { Change } from './flag-rule.ts';
import { flagRules } from './registry.ts';

/** A hostile change could raise any number of flags; the first few of a kind are enough. */
const MOST_OF_A_KIND = 12;

/** Each names one test that says nothing for its candidate; those left out would count. */
const MOST_TESTS = 1_000;

const limited = (flags: readonly Flag[]): readonly Flag[] => {
  const counts = new Map<string, number>();
  return flags.filter(({ id }) => {
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return count <= (id === SOURCE_TEST_EDITED ? MOST_TESTS : MOST_OF_A_KIND);
  });
};

export const needsBaseTests = (change: Change): boolean =>
  flagRules.some((rule) => rule.needsBaseTests?.(change) ?? false);

/** Members in the order of the schema, as read from a stored run: a replay gives the same bytes. */
const inOrder = ({ id, rule, sentence, file, line, evidence }: Flag): Flag => ({
  id,
  rule,
  sentence,
  ...(file === undefined ? {} : { file }),
  ...(line === undefined ? {} : { line }),
  ...(evidence === undefined ? {} : { evidence }),
});

/** All flags that the rules raise on a change, of any severity: the policy decides what they mean. */
export const findFlags = (change: Change): readonly Flag[] =>
  limited(flagRules.flatMap((rule) => rule.find(change))).map(inOrder);
