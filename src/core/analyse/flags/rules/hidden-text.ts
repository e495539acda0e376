import type { Flag } from '../../../domain/flags/flag.ts';
import type { FileChange, FlagRule } from '../flag-rule.ts';
import { isConfusable } from '../reading/confusables.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';
import { isRegenerated, newSightings, type Sighting } from '../reading/sightings.ts';

const BIDIRECTIONAL = /[\u202a-\u202e\u2066-\u2069]/g;
const INVISIBLE =
  /\u00ad|\u034f|\u061c|\u115f|\u1160|\u17b4|\u17b5|\u180e|[\u200b-\u200f]|[\u2060-\u2065]|[\u206a-\u206f]|\u3164|\ufeff|\uffa0/g;
const TAGS = /[\u{e0000}-\u{e007f}]{2,}/gu;
/** JavaScript ends a line there, but an editor may not. */
const OTHER_LINE_ENDS = /[\u2028\u2029\u0085]/g;
const LONE_RETURN = /\r(?!\n)/g;
const OFF_SCREEN = /\S[ \t\u00a0]{100,}\S|^[ \t]{240,}\S/gm;
const WORD = /[\p{L}\p{Nl}_$][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$]*/gu;

const DATA = /\.(?:po|pot|xliff?|strings|resx|properties|csv|tsv|txt|html?|svg|xml|srt|vtt)$/i;
const isText = (file: FileChange): boolean =>
  isWrittenText(file) && (file.role !== 'generated' || (file.language !== null && !isRegenerated(file)));

const isWrittenText = ({ kind, role, part, path }: FileChange): boolean =>
  kind === 'text' && role !== 'lockfile' && part !== 'snapshot' && part !== 'fixture' && !DATA.test(path);

const hex = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

const each = (
  text: string,
  pattern: RegExp,
  tell: (match: RegExpMatchArray) => Omit<Sighting, 'offset' | 'key'> & { readonly key?: string },
): readonly Sighting[] =>
  [...text.matchAll(pattern)].map((match) => {
    const kind = tell(match);
    return { key: `${kind.rule} ${match[0].slice(0, 40)}`, ...kind, offset: match.index ?? 0 };
  });

const homoglyphs = (code: string): readonly Sighting[] =>
  [...code.matchAll(WORD)].flatMap((match): readonly Sighting[] =>
    isConfusable(match[0])
      ? [
          {
            rule: 'homoglyph',
            key: match[0],
            offset: match.index,
            sentence: `The name “${match[0].slice(0, 40)}” contains letters that only look like others.`,
          },
        ]
      : [],
  );

/** The text after the gap must be code, and the gap must not be part of a string. */
const offScreen = ({ text, code, syntax }: FileVersion): readonly Sighting[] =>
  each(syntax === null ? '' : text, OFF_SCREEN, () => ({
    rule: 'off-screen',
    sentence: 'Code is far to the right, behind white space.',
  })).filter(
    ({ offset }) => /^.?[ \t\u00a0]{100,}\S/.test(code.slice(offset)) && text[offset] === code[offset],
  );

const look = (version: FileVersion, file: FileChange): readonly Sighting[] => {
  const inCode = version.syntax === null ? '' : version.code;
  const everywhere = file.role === 'docs' ? '' : version.text;
  const commentsOnly = version.comments.map(({ start, end }) => version.text.slice(start, end)).join('\n');
  return [
    ...each(everywhere, BIDIRECTIONAL, ([found]) => ({
      rule: 'bidirectional',
      sentence: `${hex(found)} makes the text read in another order than it runs.`,
    })),
    ...each(inCode.replace(/^\ufeff/, ' '), INVISIBLE, ([found]) => ({
      rule: 'invisible-character',
      sentence: `${hex(found)}, an invisible character, is in the code.`,
    })),
    ...each(version.text, TAGS, () => ({
      rule: 'tag-characters',
      sentence: 'Invisible tag characters spell something that only a program reads.',
    })),
    ...(version.syntax === null
      ? []
      : each(everywhere, OTHER_LINE_ENDS, ([found]) => ({
          rule: 'line-separator',
          sentence: `${hex(found)} ends a line, but editors do not show it.`,
        })).filter(
          ({ offset }) => inCode[offset] !== ' ' || commentsOnly.includes(version.text[offset] ?? ''),
        )),
    ...(version.syntax === null || !version.text.includes('\n')
      ? []
      : each(everywhere, LONE_RETURN, () => ({
          rule: 'lone-return',
          sentence: 'A carriage return ends a line, but many viewers do not show it.',
        }))),
    ...offScreen(version),
    ...(version.syntax === null ? [] : homoglyphs(inCode)),
  ];
};

const holdsNul = (file: FileChange): readonly Flag[] =>
  file.kind === 'binary' && file.language !== null && file.change !== 'deleted'
    ? [
        {
          id: 'hidden-text',
          rule: 'nul-in-code',
          file: file.path,
          sentence: `${file.path} is code that git treats as binary: no diff shows it.`,
        },
      ]
    : [];

/** Text that looks different to a reader than to the machine. */
export const hiddenText: FlagRule = {
  rule: 'hidden-text',
  find: ({ files }) => [
    ...newSightings('hidden-text', files.filter(isText), look),
    ...files.flatMap(holdsNul),
  ],
};
