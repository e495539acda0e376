/** Invisible: controls but tab and newline, format and filler characters, variation selectors, tags, private use. */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Variation_Selector}\u034f\u115f\u1160\u17b4\u17b5\u2028\u2029\u2800\u3164\uffa0]/gu;
const RUN = new RegExp(`(?:${UNSEEN.source}){9,}`, 'gu');
const KEPT = new Set(['\t', '\n']);

const codeOf = (character: string): string =>
  `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;

/** Every character that cannot be seen, as its number; a long run of them as a count. Windows line ends become plain ones. */
export const revealCharacters = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(RUN, (run) => (/^[\t\n]+$/.test(run) ? run : `<${run.length} invisible characters>`))
    .replaceAll(UNSEEN, (character) => (KEPT.has(character) ? character : codeOf(character)));

/** Cyrillic and Greek letters that look like Latin ones, and what they look like. */
const LOOKS_LIKE = new Map(
  Object.entries({
    а: 'a',
    е: 'e',
    о: 'o',
    р: 'p',
    с: 'c',
    у: 'y',
    х: 'x',
    і: 'i',
    ј: 'j',
    ѕ: 's',
    ԁ: 'd',
    һ: 'h',
    ӏ: 'l',
    к: 'k',
    м: 'm',
    т: 't',
    ο: 'o',
    α: 'a',
    ε: 'e',
    ι: 'i',
    ν: 'v',
    ρ: 'p',
    τ: 't',
    υ: 'u',
    ı: 'i',
    ɑ: 'a',
    ɡ: 'g',
  }),
);
const LEET = new Map(Object.entries({ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }));

const readAs = (letters: ReadonlyMap<string, string>, word: string): string =>
  [...word].map((letter) => letters.get(letter) ?? letter).join('');

/** Only a word that mixes scripts is a disguise; a Russian word stays Russian. */
const MIXED = /\p{L}*(?:[a-z][\p{sc=Cyrillic}\p{sc=Greek}]|[\p{sc=Cyrillic}\p{sc=Greek}][a-z])\p{L}*/gu;
const WITH_DIGITS = /[a-z]+[013457@$][a-z0-9@$]*|[013457@$]{1,2}[a-z]+[013457@$][a-z0-9@$]*/g;
const SPACED = /(?<![\p{L}\d])[a-z0-9](?:[ ._*|-][a-z0-9]){4,}(?![\p{L}\d])/gu;

const readEscapes = (text: string): string =>
  text
    .replaceAll(
      /\\u\{?([0-9a-f]{4,6})\}?|\\x([0-9a-f]{2})|&#x([0-9a-f]{2,6});|%([0-9a-f]{2})/gi,
      (all, ...hex) =>
        characterOf(Number.parseInt(hex.slice(0, 4).find((one) => one !== undefined) ?? '', 16), all),
    )
    .replaceAll(/&#(\d{2,7});/g, (all, decimal: string) => characterOf(Number(decimal), all));

const LAST_CODE_POINT = 0x10ffff;
const characterOf = (code: number, otherwise: string): string =>
  code <= LAST_CODE_POINT ? String.fromCodePoint(code) : otherwise;

/** Tag characters spell ASCII that is invisible. */
const readTags = (text: string): string =>
  text.replaceAll(/[\u{e0020}-\u{e007e}]/gu, (tag) =>
    String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000),
  );

/** What a text says, whatever it is dressed up as: lower case, words apart by single spaces. For matching only. */
export const plainWords = (text: string): string => {
  const plain = readTags(readEscapes(text))
    .normalize('NFKC')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replaceAll(/(?<=[A-Za-z])\p{Mn}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(UNSEEN, (character) => (KEPT.has(character) ? ' ' : ''))
    .replaceAll(MIXED, (word) => readAs(LOOKS_LIKE, word))
    .replaceAll(WITH_DIGITS, (word) => readAs(LEET, word))
    .replaceAll(SPACED, (word) => word.replaceAll(/[ ._*|-]/g, ''));
  return plain.replaceAll(/[\s*#>"'`_~-]+/g, ' ').trim();
};
