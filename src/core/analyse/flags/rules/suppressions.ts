import type { Change, FileChange, FlagRule } from '../flag-rule.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';
import type { Language } from '../../../languages/language.ts';
import { LANGUAGES } from '../../../languages/languages.ts';
import type { SuppressionRules } from '../../../languages/parts/suppression-rules.ts';
import { anyOf } from '../../../text/any-of.ts';
import { isExample, isGenerated, isProgram, newSightings } from '../reading/sightings.ts';

const MARK = /^(?:\/\*+|\/\/+|#)/;
const LONGEST = 300;
/** A comment may hold directives of several languages' tools. */
const NAMES_FINDING = anyOf(LANGUAGES.map(({ suppressions }) => suppressions.namesFinding));

type Directive = {
  readonly kind: string;
  readonly named: boolean;
  readonly blanket: boolean;
  /** It concerns coverage, not a linter's findings. */
  readonly coverage: boolean;
  readonly key: string;
  readonly offset: number;
};

const directive = (
  { tool, coverage }: SuppressionRules,
  { text, offset, blanket }: { readonly text: string; readonly offset: number; readonly blanket: boolean },
): Directive => {
  const kind = tool.exec(text)?.[1]?.replaceAll(/\s/g, '') ?? 'other';
  return {
    kind,
    named: NAMES_FINDING.test(text),
    blanket,
    coverage: coverage?.test(kind) ?? false,
    key: text.split('--')[0]?.replaceAll(/\s+/g, ' ').trim() ?? '',
    offset,
  };
};

/** Every directive of a file that makes a checker ignore something. */
export const readSuppressions = (version: FileVersion, language: Language): readonly Directive[] => {
  const rules = language.suppressions;
  const comments = version.comments.flatMap(({ start, end }): readonly Directive[] => {
    const text = version.text.slice(start, Math.min(end, start + LONGEST)).replace(MARK, '');
    const blanket = rules.blanket?.test(text) ?? false;
    return blanket || rules.line.test(text) ? [directive(rules, { text, offset: start, blanket })] : [];
  });
  if (!rules.inCode) return comments;
  const inCode = [...version.code.matchAll(rules.inCode)].map((match) => {
    const blanket = rules.blanketInCode?.test(match[0]) ?? false;
    return directive(rules, { text: match[0], offset: match.index, blanket });
  });
  return [...comments, ...inCode];
};

const programs = (change: Change): readonly FileChange[] =>
  change.files.filter((file) => isProgram(file) && !isGenerated(file) && !isExample(change, file));

/** If a repository names the suppressed finding, and has done so in the same files, one more is its ordinary style. */
const ordinaryKinds = (change: Change): ReadonlySet<string> =>
  new Set(
    programs(change).flatMap(({ before, language }) =>
      before && language ? readSuppressions(before, language).map(({ kind }) => kind) : [],
    ),
  );

type Wanted = (directive: Directive, ordinary: ReadonlySet<string>) => boolean;

const lineSuppressions = (id: string, wanted: Wanted): FlagRule => ({
  rule: 'line-suppression',
  find(change) {
    const ordinary = ordinaryKinds(change);
    return newSightings(id, programs(change), (version, { language }) =>
      (language === null ? [] : readSuppressions(version, language))
        .filter((directive) => !directive.blanket && wanted(directive, ordinary))
        .map(({ key, offset, coverage }) => ({
          key,
          offset,
          rule: coverage ? 'coverage-suppression' : 'line-suppression',
          sentence: `A new suppression hides a finding: “${key.slice(0, 80)}”.`,
        })),
    );
  },
});

const isOrdinary: Wanted = ({ named, kind }, ordinary) => named && ordinary.has(kind);

export const suppressionAdded = lineSuppressions(
  'suppression-added',
  (directive, ordinary) => !isOrdinary(directive, ordinary),
);

/** These are not reported; the lint score counts the findings that they hide. */
export const suppressionUsual = lineSuppressions('suppression-usual', isOrdinary);

export const suppressionBlanket: FlagRule = {
  rule: 'file-suppression',
  find: (change) =>
    newSightings('suppression-blanket', programs(change), (version, { language }) =>
      (language === null ? [] : readSuppressions(version, language))
        .filter(({ blanket }) => blanket)
        .map(({ key, offset }) => ({
          key,
          offset,
          rule: 'file-suppression',
          sentence: `A checker is switched off for a whole file: “${key.slice(0, 80)}”.`,
        })),
    ),
};
