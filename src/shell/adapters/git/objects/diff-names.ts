import { refusePath } from '../../../../core/domain/candidate/refuse-path.ts';
import { eachHeaderLine } from '../import/scan-patch.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
};
const ESCAPED = /\\(?:([0-7]{3})|(.))/gs;

/** Undoes C quoting; one character per byte. */
const unquote = (text: string): string =>
  text.replaceAll(ESCAPED, (_, octal: string | undefined, letter: string | undefined) =>
    octal === undefined
      ? (ESCAPES[letter ?? ''] ?? letter ?? '')
      : String.fromCharCode(Number.parseInt(octal, 8) & 0xff),
  );

/** By hand: a regular expression would rescan a long line from every quote. */
const quotedIn = (text: string): readonly string[] => {
  const names: string[] = [];
  let open = text.indexOf('"');
  for (let at = open + 1; open >= 0 && at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') {
      names.push(unquote(text.slice(open + 1, at)));
      open = text.indexOf('"', at + 1);
      if (open >= 0) at = open;
    }
  }
  return names;
};

const NAMING = /^(?:--- |\+\+\+ |(?:rename|copy) (?:from|to) )(.*)$/s;

const namesIn = (line: string): readonly string[] => {
  const [, plain] = NAMING.exec(line) ?? [];
  const rest = plain ?? (line.startsWith('diff --git ') ? line.slice('diff --git '.length) : null);
  if (rest === null) return [];
  const quoted = quotedIn(rest);
  if (quoted.length > 0) return quoted;
  if (plain !== undefined) return [plain.split('\t')[0] ?? ''];
  // Two names of the same length with a space between: this is the only way to split them.
  const half = (rest.length - 1) / 2;
  return [rest.slice(0, half), rest.slice(Math.ceil(half) + (rest[half] === ' ' ? 1 : 0))];
};

/** Every path that a diff may mention, and some that it does not: with and without a first folder. */
export const diffNames = (text: string): readonly string[] => {
  const names = new Set<string>();
  eachHeaderLine(text, (line) => {
    for (const name of namesIn(line.replace(/\r$/, ''))) {
      names.add(name);
      names.add(name.slice(name.indexOf('/') + 1));
    }
  });
  return [...names]
    .map((name) => Buffer.from(name, 'latin1').toString('utf8'))
    .filter((path) => path !== '/dev/null' && refusePath(path) === null);
};
