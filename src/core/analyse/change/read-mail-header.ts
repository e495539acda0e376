import { type Authorship, toAuthorship } from '../../domain/candidate/authorship.ts';

const MOST_READ = 100_000;
const MOST_HEADERS = 200;
const LONGEST_ADDRESS = 1_000;
const ADDRESS = /^"?([^"<]{0,300})"?\s*<([^<>]{0,300})>$/;
const ENCODED = /=\?(utf-8|us-ascii|iso-8859-1)\?([qb])\?([^?\s]{0,2000})\?=(?:\s+(?==\?))?/gi;

const fromBytes = (bytes: readonly number[], charset: string): string =>
  new TextDecoder(charset.toLowerCase() === 'iso-8859-1' ? 'latin1' : 'utf-8').decode(Uint8Array.from(bytes));

const quoted = (text: string): number[] => {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const hex = text[at] === '=' ? Number.parseInt(text.slice(at + 1, at + 3), 16) : Number.NaN;
    if (Number.isNaN(hex)) bytes.push(text[at] === '_' ? 0x20 : text.charCodeAt(at) & 0xff);
    else bytes.push(hex);
    if (!Number.isNaN(hex)) at += 2;
  }
  return bytes;
};

/** Words of a header that a mail had to encode. */
const decodeWords = (text: string): string =>
  text.replaceAll(ENCODED, (whole, charset: string, how: string, word: string) => {
    if (how.toLowerCase() === 'q') return fromBytes(quoted(word), charset);
    try {
      return fromBytes(
        [...atob(word)].map((character) => character.charCodeAt(0)),
        charset,
      );
    } catch {
      return whole;
    }
  });

const readHeaders = (
  lines: readonly string[],
): { readonly fields: Map<string, string>; readonly end: number } => {
  const fields = new Map<string, string>();
  let last = '';
  for (const [at, line] of lines.slice(0, MOST_HEADERS).entries()) {
    if (line.trim() === '') return { fields, end: at + 1 };
    const folded = /^[ \t]/.test(line) && last !== '';
    const [, name = '', value = ''] = /^([A-Za-z-]{1,50}):\s*(.*)$/.exec(line) ?? [];
    if (folded) fields.set(last, `${fields.get(last) ?? ''} ${line.trim()}`);
    else if (name !== '') {
      last = name.toLowerCase();
      if (!fields.has(last)) fields.set(last, value);
    } else if (at > 0 || !line.startsWith('From ')) return { fields, end: at };
  }
  return { fields, end: lines.length };
};

/** Author and message of a patch that `git format-patch` wrote; null if it has no such header. */
export const readMailHeader = (patch: string): Authorship | null => {
  const lines = patch.slice(0, MOST_READ).split(/\r?\n/);
  const { fields, end } = readHeaders(lines);
  const from = decodeWords((fields.get('from') ?? '').slice(0, LONGEST_ADDRESS)).trim();
  const [, name = '', email = ''] = (ADDRESS.exec(from) ?? []).map((part) => part.trim());
  const subject = decodeWords(fields.get('subject') ?? '').replace(/^(?:\[[^\]]{0,60}\]\s*)+/, '');
  if (name === '' || subject.trim() === '') return null;
  const rest = lines.slice(end);
  const stop = rest.findIndex(
    (line) => line === '---' || line.startsWith('diff --git ') || line.startsWith('--- '),
  );
  const body = stop === -1 ? [] : rest.slice(0, stop);
  return toAuthorship({ name, email, date: fields.get('date'), message: `${subject}\n\n${body.join('\n')}` });
};
