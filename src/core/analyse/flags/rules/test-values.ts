import type { FileVersion } from '../../../syntax/file-version.ts';
import type { Change, FileChange, FlagRule } from '../flag-rule.ts';
import { addedLines } from '../reading/added-lines.ts';
import { flagAt, isExample, isProgram, isRegenerated } from '../reading/sightings.ts';
import { indexTestLiterals } from '../reading/test-literals-index.ts';
import { testLines, textsOfTests } from '../reading/test-spans.ts';

type Value = { readonly file: FileChange; readonly literal: string; readonly line: number };

const LIST = /\[[^[\]{}()"'`]{3,200}\]/g;
const NUMBER = /(?<![\w.$])-?\d[\d_]*(?:\.\d+)?(?![\w.])/g;
const STRING = /"((?:[^"\\\n]|\\.){5,300})"|'((?:[^'\\\n]|\\.){5,300})'|`((?:[^`\\\n$]|\\.){5,300})`/g;
/** Messages of a program to people: a test may well quote them. */
const MESSAGE =
  /\b(?:throw|raise|Error|Exception|Errorf|New|panic|bail|ensure|warn\w*|log\w*|console|print\w*|puts|message|msg|deprecat\w*|help|usage|description|doc|assert\w*|expect|fail|fmt|format\w*|eprintln|abort)\b/i;
const TEXT = /"(?:[^"\\\n]|\\.){0,300}"|'(?:[^'\\\n]|\\.){0,300}'|`(?:[^`\\\n]|\\.){0,300}`/g;
const ROUND =
  /^-?(?:\d{1,2}|\d+00|255|256|512|1024|2048|4096|8192|65535|65536|32768|360|365|127|128|[1-5]\d\d|19\d\d|20\d\d)$/;
const DATA_FILE = /\.(?:json|ya?ml|csv|tsv|txt|dat|toml)$/i;
const MAX_VALUES = 400;

const isData = ({ part, language, path, after }: FileChange): boolean =>
  part === null && language === null && DATA_FILE.test(path) && after !== null;

const spell = (list: string): string => list.replaceAll(/\s+/g, '').replaceAll(/_(?=\d)/g, '');

const isOddNumber = (text: string): boolean =>
  !ROUND.test(text) && (/\.\d{2,}$/.test(text) || Math.abs(Number(text)) > 99);

/** A phrase or a spelling, but not a word or a name. */
const isPhrase = (text: string): boolean =>
  /[A-Za-z\d]/.test(text) && /\s/.test(text.trim()) && text.length > 7;

/** Constants of a line that hardly anything but a test would contain too. */
const valuesIn = (text: string): readonly string[] => [
  ...(text.match(LIST) ?? []).map(spell).filter((list) => (list.match(/\d{2,}/g)?.length ?? 0) > 1),
  ...(text.replaceAll(TEXT, '""').match(NUMBER) ?? [])
    .map((one) => one.replaceAll('_', ''))
    .filter(isOddNumber),
  ...(MESSAGE.test(text)
    ? []
    : [...text.matchAll(STRING)]
        .map(([, one, two, three]) => one ?? two ?? three ?? '')
        .filter(isPhrase)
        .map((phrase) => JSON.stringify(phrase))),
];

/** Comment lines and multi-line texts: examples in documentation may legitimately match those of tests. */
const proseLines = ({ comments, strings, lineAt }: FileVersion): ReadonlySet<number> => {
  const lines = new Set<number>();
  for (const [spans, least] of [
    [comments, 0],
    [strings, 1],
  ] as const)
    for (const { start, end } of spans) {
      const [first, last] = [lineAt(start), lineAt(end)];
      if (last - first >= least) for (let line = first; line <= last; line += 1) lines.add(line);
    }
  return lines;
};

const valuesOf = (file: FileChange): readonly Value[] => {
  const { after } = file;
  if (after === null) return [];
  const isTest = testLines(after, file.language);
  const prose = proseLines(after);
  return addedLines(file)
    .filter(({ line }) => !isTest(line) && !prose.has(line))
    .flatMap(({ line, text }) => valuesIn(text).map((literal) => ({ file, literal, line })));
};

const newValues = (change: Change): readonly Value[] => {
  const { files } = change;
  const looked = files.filter(
    (file) => (isProgram(file) && !isRegenerated(file) && !isExample(change, file)) || isData(file),
  );
  const old = looked.map(({ before }) => before?.text ?? '').join('\n');
  const squeezed = spell(old);
  return looked
    .flatMap(valuesOf)
    .filter(
      ({ literal }) => !(literal.startsWith('[') ? squeezed : old).includes(literal.replaceAll(/^"|"$/g, '')),
    )
    .slice(0, MAX_VALUES);
};

/** Constants of tests in source or data that did not have them: expected results may have been copied. */
export const testValues: FlagRule = {
  rule: 'test-value',
  kinds: [
    {
      id: 'test-value-added',
      title: 'A constant from a test appears in the changed source',
      meaning:
        'Source or data gained a number, list or phrase that a test of the base also uses. It may be chance, part of the subject, or a hard-coded answer. If this candidate wins, its evidence is called weak.',
      advice: 'Ask what the constant means; try other inputs, or provide hidden tests.',
      standard: 'off',
    },
  ],
  needsBaseTests: (change) => newValues(change).length > 0,
  find(change) {
    const values = newValues(change);
    const texts = values.length === 0 ? [] : textsOfTests(change);
    if (texts.length === 0) return [];
    const tests = indexTestLiterals(texts);
    const first = new Map<string, Value>();
    for (const value of values)
      if (!first.has(value.literal) && tests.has(value.literal)) first.set(value.literal, value);
    return [...first.values()].map(({ file, literal, line }) => ({
      ...flagAt(
        'test-value-added',
        { file: file.path, version: file.after!, offset: 0 },
        {
          rule: 'test-value',
          sentence: `${literal.slice(0, 60)} is new here, and a test uses it as well.`,
        },
      ),
      line,
      evidence: (file.after!.lines[line - 1] ?? '').trim().slice(0, 200),
    }));
  },
};
