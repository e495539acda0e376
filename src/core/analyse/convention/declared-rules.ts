import type { SourceIndex } from '../../domain/source/source-index.ts';
import { LANGUAGES } from '../../languages/languages.ts';
import type { DeclaredRules } from '../../languages/parts/boundary-rule.ts';

/** The boundaries that the base declares. */
export const declaredRules = (index: SourceIndex): DeclaredRules => {
  const found = LANGUAGES.flatMap(({ boundaries }) => boundaries.map((reader) => reader.rules(index)));
  return { rules: found.flatMap(({ rules }) => rules), notes: found.flatMap(({ notes }) => notes) };
};
