import type { Target } from './target.ts';

/** The plain `testenv`, whose settings the others take over. */
const INHERITED = '';
const MAX_CHARS = 200_000;
const SECTION = /^\[testenv(?::([^\]]+))?\]\s*$/;
const POSARGS = /\{posargs(?::((?:[^{}]|\{[^{}]*\})*))?\}/g;

/** `py311-cov,pypy: text`: only environments with all factors of an alternative have that line. */
const CONDITION = /^(\s+)((?:[\w.,!-]|\{[\w.,]+\})+)[ \t]*:[ \t]+(?=\S)(.*)$/;
const PYTHON_3 = /^py(?:3(?:\.?(?:\d+|\{[^}]*\}))?|\{[^}]*3[^}]*\})?$/;

/** Commas between alternatives, but not those in braces. */
const alternatives = (condition: string): readonly string[] => condition.split(/,(?![^{]*\})/);

const holds = (condition: string): boolean =>
  alternatives(condition).some((all) =>
    all.split('-').every((factor) => {
      const negated = factor.startsWith('!');
      return PYTHON_3.test(factor.replace(/^!/, '')) !== negated;
    }),
  );

/** A line as an environment has it that is named by a version of Python alone. A continued command stays continued. */
const ofPlainPython = (line: string): string => {
  const [, indent, condition, rest] = CONDITION.exec(line) ?? [];
  if (condition === undefined || rest === undefined) return line;
  if (holds(condition)) return `${indent}${rest}`;
  return `${indent}${rest.endsWith('\\') ? '\\' : ''}`;
};

/** Lines, each with those that continue it. */
const linesOf = (text: string): readonly string[] =>
  text.slice(0, MAX_CHARS).split(/\r?\n/).map(ofPlainPython).join('\n').replaceAll('\\\n', ' ').split('\n');

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
  // The same command for several versions of Python runs once.
  const commands = [...new Set(lines.map((line) => substitute(line.replace(/^-[ \t]*/, ''))))];
  const whole = commands.length > 0 && !commands.includes(null) && atRoot(folder);
  return { name, command: null, recipe: whole ? commands.join(' && ') : null };
};

/** The commands of tox's environments; its plain `testenv` is called `test`. */
export const toxTargets = (text: string): readonly Target[] => {
  const found = new Map<string, string[]>();
  const folders = new Map<string, string>();
  let plain = false;
  let [section, reading]: [string | null, boolean] = [null, false];
  for (const line of linesOf(text)) {
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
