import type { SourceIndex } from '../../../domain/source/source-index.ts';
import type { DeclaredRules } from '../boundary-rule.ts';
import { cruiserRules } from './cruiser-rules.ts';
import { elementRules } from './element-rules.ts';
import { goInternalRule } from './go-internal-rule.ts';
import { importLinterRules } from './import-linter-rules.ts';

const SOURCES: readonly ((index: SourceIndex) => DeclaredRules)[] = [
  goInternalRule,
  cruiserRules,
  elementRules,
  importLinterRules,
];

/** What the base says of its own boundaries; configurations are read as data and never run. */
export const declaredRules = (index: SourceIndex): DeclaredRules => {
  const found = SOURCES.map((source) => source(index));
  return { rules: found.flatMap(({ rules }) => rules), notes: found.flatMap(({ notes }) => notes) };
};
