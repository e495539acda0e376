import type { Change, FileChange, FlagRule } from './flag-rule.ts';
import type { FileVersion } from './reading/file-version.ts';
import type { Language } from './reading/language-of.ts';
import { isExample, isProgram, newSightings } from './reading/sightings.ts';

type Directives = {
  readonly line: RegExp;
  readonly blanket: RegExp;
  readonly inCode?: RegExp;
  readonly blanketInCode?: RegExp;
};

/** Read after the comment's mark. `blanket`: a whole file is taken out of a tool's sight. */
const DIRECTIVES: Readonly<Record<Language, Directives>> = {
  script: {
    blanket:
      /^[\s*]*(?:(?:eslint-disable|oxlint-disable)\s*(?:\*\/)?$|@ts-nocheck\b|biome-ignore-all\s+lint\s*:|tslint:disable\s*(?:\*\/)?$|deno-lint-ignore-file\s*$|(?:istanbul|c8|v8) ignore file\b)/,
    line: /^[\s*]*(?:eslint-disable(?:-next-line|-line)?\b|eslint\s+[\w/@-]+\s*:\s*["'[]*(?:0|off)|oxlint-disable(?:-next-line|-line)?\b|biome-ignore\b|@ts-(?:ignore|expect-error)\b|tslint:disable|jshint\s+ignore|jslint\s+ignore|deno-lint-ignore\b|(?:istanbul|c8|v8) ignore\b|node:coverage (?:ignore|disable)|\$Flow(?:FixMe|Ignore)|NOSONAR\b|nosemgrep\b)/,
  },
  python: {
    blanket:
      /^\s*(?:(?:flake8|ruff)\s*:\s*noqa\s*$|pylint\s*:\s*(?:skip-file|disable\s*=\s*all)|mypy\s*:\s*ignore-errors)/,
    line: /(?:^|#)\s*(?:noqa\b|type\s*:\s*ignore\b|pylint\s*:\s*disable|ruff\s*:\s*noqa|flake8\s*:\s*noqa|mypy\s*:|pyright\s*:\s*(?:ignore|basic)|pyre-(?:ignore|fixme)|pragma\s*:\s*no\s*(?:cover|branch)|nosec\b|NOSONAR\b|nosemgrep\b)/,
  },
  go: { blanket: /^\s*lint:file-ignore\b/, line: /^\s*(?:nolint\b|lint:ignore\b|#nosec\b|nosemgrep\b)/ },
  rust: {
    blanket: /^never$/,
    line: /^\s*(?:tarpaulin|grcov-excl|LCOV_EXCL)/,
    inCode: /#!?\[\s*(?:cfg_attr\s*\([^\]]{0,80},\s*)?allow\s*\([^\]]{0,200}\]/g,
    blanketInCode: /#!\[\s*allow\s*\(\s*(?:warnings|clippy::all|clippy::pedantic)\b/,
  },
  java: {
    blanket: /^never$/,
    line: /^[\s*]*(?:NOPMD\b|CHECKSTYLE[:.]?\s*OFF|CSOFF\b|NOSONAR\b|noinspection\b)/,
    inCode: /@SuppressWarnings\b(?:\s*\([^)]{0,200}\))?/g,
  },
};

const MARK = /^(?:\/\*+|\/\/+|#)/;
const LONGEST = 300;

/** The directive's name, and whether it says which finding it hides. */
const KIND =
  /(eslint|oxlint|biome|@ts|tslint|jshint|jslint|deno-lint|istanbul|[cv]8|node:coverage|\$Flow|NOSONAR|nosemgrep|noqa|type\s*:\s*ignore|pylint|ruff|flake8|mypy|pyright|pyre|pragma|nosec|nolint|lint:ignore|allow|SuppressWarnings|NOPMD|CHECKSTYLE|CSOFF|noinspection)/;
const NAMES_FINDING =
  /disable(?:-next-line|-line)?\s+[\w@]|eslint\s+[\w/@-]+\s*:|biome-ignore\s+\w+\/\w+|@ts-expect-error\s+\S|noqa\s*:\s*[A-Z]|ignore\s*\[|disable\s*=\s*\w|nolint\s*:\s*\w|lint:ignore\s+\w|\(\s*["'\w]|noinspection\s+\w|(?:istanbul|[cv]8) ignore|pragma|coverage/;

type Directive = {
  readonly kind: string;
  readonly named: boolean;
  readonly blanket: boolean;
  readonly key: string;
  readonly offset: number;
};

const directive = (text: string, offset: number, blanket: boolean): Directive => ({
  kind: KIND.exec(text)?.[1]?.replaceAll(/\s/g, '') ?? 'other',
  named: NAMES_FINDING.test(text),
  blanket,
  key: text.split('--')[0]?.replaceAll(/\s+/g, ' ').trim() ?? '',
  offset,
});

/** Every directive of a file that makes a checker look away. */
export const readSuppressions = (version: FileVersion, language: Language): readonly Directive[] => {
  const { line, blanket, inCode, blanketInCode } = DIRECTIVES[language];
  const comments = version.comments.flatMap(({ start, end }): readonly Directive[] => {
    const comment = version.text.slice(start, Math.min(end, start + LONGEST)).replace(MARK, '');
    const whole = blanket.test(comment);
    return whole || line.test(comment) ? [directive(comment, start, whole)] : [];
  });
  if (!inCode) return comments;
  return [
    ...comments,
    ...[...version.code.matchAll(inCode)].map((match) =>
      directive(match[0], match.index, blanketInCode?.test(match[0]) ?? false),
    ),
  ];
};

const programs = ({ files }: Change): readonly FileChange[] =>
  files.filter((file) => isProgram(file) && !isExample(file));

/** Where a repository names what it silences, and has done so in the same files, one more is its ordinary style. */
const ordinaryKinds = (change: Change): ReadonlySet<string> =>
  new Set(
    programs(change).flatMap(({ before, language }) =>
      before && language ? readSuppressions(before, language).map(({ kind }) => kind) : [],
    ),
  );

/** Coverage is no finding of a linter. */
const COVERAGE = /^(?:istanbul|[cv]8|node:coverage|pragma)$/;

type Wanted = (directive: Directive, ordinary: ReadonlySet<string>) => boolean;

const lineSuppressions = (id: string, wanted: Wanted): FlagRule => ({
  rule: 'line-suppression',
  find(change) {
    const ordinary = ordinaryKinds(change);
    return newSightings(id, programs(change), (version, { language }) =>
      (language === null ? [] : readSuppressions(version, language))
        .filter((directive) => !directive.blanket && wanted(directive, ordinary))
        .map(({ key, offset, kind }) => ({
          key,
          offset,
          rule: COVERAGE.test(kind) ? 'coverage-suppression' : 'line-suppression',
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

/** Nobody is told of these; the lint score counts what they hide. */
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
          sentence: `A whole file is taken out of a checker's sight: “${key.slice(0, 80)}”.`,
        })),
    ),
};
