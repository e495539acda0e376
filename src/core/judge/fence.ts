import { addressesJudge, mayAddressJudge } from '../text/judge-address.ts';
import { revealCharacters } from '../text/reveal-characters.ts';

/** How much of one text a judge sees; the rest is counted. */
const MOST_CHARS = 120_000;
const LONGEST_LINE = 600;
/** A longer passage of prose argues instead of explaining. */
const MOST_PROSE_LINES = 40;
/** A sentence may run over this many lines. */
const WIDEST_SENTENCE = 4;

const WITHHELD = '[left out: it may address the reviewer]';

/** Long enough to contain a sentence, but unreadable. */
const ENCODED = /[A-Za-z0-9+/_-]{40,}={0,2}/g;
const WORD = /[A-Z]?[a-z]{2,20}|[A-Z]{2,20}/g;
const MOSTLY = 0.75;
/** Paths and long names are made of words; encoded text only by chance. */
const isEncoded = (found: string): boolean => {
  const letters = found.replaceAll(/[/_+=-]/g, '').length;
  const words = (found.match(WORD) ?? []).filter((word) => word.length > 2 && /[aeiouy]/i.test(word));
  return words.reduce((sum, word) => sum + word.length, 0) < MOSTLY * letters;
};
/** Members of a judge's own reply, which must not be found in what it was shown. */
const REPLY_MEMBER =
  /(["'])(scores?|better|rationale|verdict|winner|rank(?:ing)?|probabilit(?:y|ies))\1(?=\s*:)/gi;
const CLOSES = /<<<+|END OF [A-Z ]{3,40}>>>+/g;

/** A line of a diff without its mark, and without what makes it a comment. */
const COMMENT = /^[-+ ]?\s*(?:\/\/+|\/\*+|\*+(?=\s|$)|#+|--(?=\s)|;+(?=\s)|<!--|"""|'''|%+(?=\s)|>)\s?/;
const TRAILING = /(?:\s\/\/|\s#|\/\*)\s?(.{12,})$/;
const QUOTED = /"([^"]{16,})"|'([^']{16,})'|`([^`]{16,})`/g;
const CODE =
  /[;{}=]\s*$|^[-+ ]?\s*(?:import|from|return|const|let|var|def|class|function|func|if|for|while)\b|\w\(|=>/;

type Line = { readonly text: string; readonly prose: readonly string[]; readonly isProse: boolean };

const SPACES = /\S\s+\S+\s+\S/;

const readLine = (text: string): Line => {
  if (COMMENT.test(text)) return { text, prose: [text.replace(COMMENT, '')], isProse: true };
  const isProse = SPACES.test(text) && !CODE.test(text);
  if (isProse) return { text, prose: [text.replace(/^[-+ ]/, '')], isProse };
  const quoted = [...text.matchAll(QUOTED)].flatMap(([, ...parts]) =>
    parts.filter((part) => part !== undefined),
  );
  const trailing = TRAILING.exec(text)?.[1];
  return { text, prose: trailing === undefined ? quoted : [...quoted, trailing], isProse };
};

/** `trusted`: from the user, who may mention judges and scores; only attempts to take over are left out. */
const isHostile = (lines: readonly Line[], trusted: boolean): boolean => {
  const whole = lines
    .map(({ text, prose, isProse }) => (isProse ? (prose[0] ?? '') : text.replace(/^[-+ ]/, '')))
    .join(' ');
  if (addressesJudge(whole)) return true;
  if (trusted) return false;
  return lines.length === 1
    ? (lines[0]?.prose ?? []).some(mayAddressJudge)
    : lines.every(({ isProse }) => isProse) && mayAddressJudge(whole);
};

const withhold = (lines: readonly Line[], trusted: boolean): readonly string[] => {
  const out = new Set<number>();
  for (let width = 1; width <= WIDEST_SENTENCE; width += 1)
    for (let start = 0; start + width <= lines.length; start += 1) {
      const span = lines.slice(start, start + width);
      if (span.some((_, at) => out.has(start + at)) || !isHostile(span, trusted)) continue;
      // The rest of the same comment or paragraph may carry on.
      let [first, last] = [start, start + width - 1];
      if (!trusted) {
        while (lines[first]?.isProse && lines[first - 1]?.isProse) first -= 1;
        while (lines[last]?.isProse && lines[last + 1]?.isProse) last += 1;
      }
      for (let at = first; at <= last; at += 1) out.add(at);
    }
  return lines.map(({ text }, at) => (out.has(at) ? `${/^[-+ ]/.exec(text)?.[0] ?? ''}${WITHHELD}` : text));
};

const cutProse = (lines: readonly Line[]): readonly Line[] => {
  let stretch = 0;
  const kept: Line[] = [];
  for (const line of lines) {
    stretch = line.isProse ? stretch + 1 : 0;
    if (stretch <= MOST_PROSE_LINES) kept.push(line);
    else if (stretch === MOST_PROSE_LINES + 1)
      kept.push({ text: '[left out: the rest of a long comment or text]', prose: [], isProse: true });
  }
  return kept;
};

const cutLine = (line: string): string =>
  line.length <= LONGEST_LINE
    ? line
    : `${line.slice(0, LONGEST_LINE)} [… ${line.length - LONGEST_LINE} characters left out …]`;

/**
 * Hostile text as a judge may see it: hidden characters shown by number, encoded text, long lines and long prose cut,
 * sentences that may address the judge left out, nothing that looks like a fence or like the judge's own reply.
 */
export const neutralise = (
  text: string,
  { trusted = false }: { readonly trusted?: boolean } = {},
): string => {
  const left = text.length - MOST_CHARS;
  const shown = revealCharacters(text.slice(0, MOST_CHARS))
    .split('\n')
    .map((line) =>
      readLine(
        cutLine(line)
          .replaceAll(ENCODED, (found) => (isEncoded(found) ? `[${found.length} encoded characters]` : found))
          .replaceAll(REPLY_MEMBER, '$1·$2$1')
          .replaceAll(CLOSES, '[a fence]'),
      ),
    );
  const lines = withhold(trusted ? shown : cutProse(shown), trusted);
  return [...lines, ...(left > 0 ? [`[… ${left} characters left out …]`] : [])].join('\n');
};

/** Neutralised data between two lines that its author could not predict; every line of it is marked as quoted. */
export const fence = (
  what: string,
  text: string,
  nonce: string,
  options: { readonly trusted?: boolean } = {},
): string => {
  const quoted = neutralise(text.replaceAll(nonce, '[…]'), options)
    .split('\n')
    .map((line) => `| ${line}`)
    .join('\n');
  return `<<<${what} ${nonce}\n${quoted.replaceAll(nonce, '[…]')}\n${nonce} END OF ${what}>>>`;
};
