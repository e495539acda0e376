import type { FileChange, FlagRule } from './flag-rule.ts';
import type { FileVersion } from './reading/file-version.ts';
import type { Language } from './reading/language-of.ts';
import { isExample, isProgram, newSightings, type Sighting } from './reading/sightings.ts';

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

const inComments = (
  version: FileVersion,
  language: Language,
  wanted: 'line' | 'blanket',
): readonly Sighting[] => {
  const directives = DIRECTIVES[language];
  return version.comments.flatMap(({ start, end }) => {
    const comment = version.text.slice(start, Math.min(end, start + LONGEST)).replace(MARK, '');
    const blanket = directives.blanket.test(comment);
    if (wanted === 'blanket' ? !blanket : blanket || !directives.line.test(comment)) return [];
    const key = comment.split('--')[0]?.replaceAll(/\s+/g, ' ').trim() ?? '';
    return [sighting(wanted, key, start)];
  });
};

const inCode = (
  version: FileVersion,
  language: Language,
  wanted: 'line' | 'blanket',
): readonly Sighting[] => {
  const { inCode: pattern, blanketInCode } = DIRECTIVES[language];
  if (!pattern) return [];
  return [...version.code.matchAll(pattern)].flatMap((match) => {
    const blanket = blanketInCode?.test(match[0]) ?? false;
    return blanket === (wanted === 'blanket') ? [sighting(wanted, match[0], match.index)] : [];
  });
};

const sighting = (wanted: 'line' | 'blanket', key: string, offset: number): Sighting => ({
  key,
  offset,
  rule: wanted === 'blanket' ? 'file-suppression' : 'line-suppression',
  sentence:
    wanted === 'blanket'
      ? `A whole file is taken out of a checker's sight: “${key.slice(0, 80)}”.`
      : `A new suppression hides a finding: “${key.slice(0, 80)}”.`,
});

const lookFor =
  (wanted: 'line' | 'blanket') =>
  (version: FileVersion, { language }: FileChange) =>
    language === null ? [] : [...inComments(version, language, wanted), ...inCode(version, language, wanted)];

export const suppressionAdded: FlagRule = {
  rule: 'line-suppression',
  find: ({ files }) =>
    newSightings(
      'suppression-added',
      files.filter((file) => isProgram(file) && !isExample(file)),
      lookFor('line'),
    ),
};

export const suppressionBlanket: FlagRule = {
  rule: 'file-suppression',
  find: ({ files }) => newSightings('suppression-blanket', files.filter(isProgram), lookFor('blanket')),
};
