import type { Target } from './target.ts';

/** The plain `testenv`, whose settings the others take over. */
const INHERITED = '';
const MAX_CHARS = 200_000;
const SECTION = /^\[testenv(?::([^\]]+))?\]\s*$/;
const POSARGS = /\{posargs(?::((?:[^{}]|\{[^{}]*\})*))?\}/g;

/** The text that tox would substitute; null: it depends on more than that. */
const substitute = (line: string): string | null => {
  const text = line
    .replaceAll(POSARGS, (_, standard: string | undefined) => standard ?? '')
    .replaceAll('{toxinidir}', '.')
    .replaceAll('{tox_root}', '.')
    .replaceAll('{envpython}', 'python')
    .replaceAll(/[ \t]{2,}/g, ' ')
    .trim();
  return text.includes('{') ? null : text;
};

/** Commands for another folder do not work at the root. */
const atRoot = (folder: string | undefined): boolean =>
  folder === undefined || ['', '.'].includes(substitute(folder) ?? '?');

const targetOf = (name: string, lines: readonly string[], folder: string | undefined): Target => {
  const commands = lines.map((line) => substitute(line.replace(/^-[ \t]*/, '')));
  const whole = commands.length > 0 && !commands.includes(null) && atRoot(folder);
  return { name, command: null, recipe: whole ? commands.join(' && ') : null };
};

/** The commands of tox's environments; its plain `testenv` is called `test`. */
export const toxTargets = (text: string): readonly Target[] => {
  const found = new Map<string, string[]>();
  const folders = new Map<string, string>();
  let plain = false;
  let [section, reading]: [string | null, boolean] = [null, false];
  for (const line of text.slice(0, MAX_CHARS).replaceAll('\\\n', ' ').split(/\r?\n/)) {
    const header = SECTION.exec(line);
    if (header !== null || line.startsWith('[')) {
      section = header === null ? null : (header[1] ?? 'test').trim();
      plain = header !== null && header[1] === undefined;
      reading = false;
    } else if (section !== null && /^commands\s*=/.test(line)) {
      reading = true;
      const first = line.slice(line.indexOf('=') + 1).trim();
      found.set(section, first === '' ? [] : [first]);
    } else if (section !== null && /^change_?dir\s*=/.test(line)) {
      folders.set(plain ? INHERITED : section, line.slice(line.indexOf('=') + 1).trim());
      reading = false;
    } else if (reading && section !== null && /^\s+\S/.test(line)) {
      if (!line.trim().startsWith('#')) found.get(section)?.push(line.trim());
    } else if (line.trim() !== '') reading = false;
  }
  return [...found].flatMap(([names, lines]) =>
    names
      .split(',')
      .map((name) => targetOf(name.trim(), lines, folders.get(names) ?? folders.get(INHERITED))),
  );
};
