import { shellQuote } from '../../../domain/check/shell-quote.ts';
import type { PythonProject } from './project.ts';

const MAX_CHARS = 200_000;
const MOST = 60;
const VERSION = String.raw`(?:===?|~=|!=|<=?|>=?)\s*[\w.*+!-]+`;
const REQUIREMENT = new RegExp(
  String.raw`^([A-Za-z0-9](?:[\w.-]{0,80}[A-Za-z0-9])?)(\[[\w.,\s-]{1,80}\])?\s*\(?(${VERSION}(?:\s*,\s*${VERSION})*)?\)?\s*(;.{1,200})?$`,
);
/** Tools around tests; they only cost time here. */
const NOT_FOR_TESTS =
  /^(?:tox.*|nox|pre-commit|twine|build|codecov|coveralls|pip|wheel|virtualenv|flake8.*|black|isort|pylint)$/;
/** The newest one runs on the Python that is installed; a pinned one may not. */
const PYTEST = /^pytest(?:-[\w-]+)?$/;
const SESSION = /^def\s+(?:py|unit_?)?tests?\w*\s*\(/;

const canonical = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, '-');

const stringsIn = (code: string): readonly string[] =>
  [...code.replaceAll(/#.*$/gm, '').matchAll(/(["'])((?:(?!\1)[^\\\n])*)\1/g)].map(([, , text = '']) => text);

/** The lines below `key =` in a section of an ini file, with what stands behind the sign. */
const listIn = (text: string, section: string, key: RegExp): readonly string[] => {
  const found: string[] = [];
  let [inside, reading] = [false, false];
  for (const line of text.slice(0, MAX_CHARS).split(/\r?\n/)) {
    if (line.startsWith('[')) {
      inside = line.trim() === `[${section}]`;
      reading = false;
    } else if (inside && key.test(line)) {
      reading = true;
      found.push(line.slice(line.indexOf('=') + 1).trim());
    } else if (reading && /^\s+\S/.test(line)) found.push(line.trim());
    else if (line.trim() !== '') reading = false;
  }
  return found.filter((line) => line !== '' && !line.startsWith('#'));
};

/** The literal list that a name or argument of setup.py is set to. */
const inSetupPy = (text: string): readonly string[] =>
  [
    ...text
      .slice(0, MAX_CHARS)
      .matchAll(/\btests?_requires?\s*=\s*[[(]((?:[^\])"']|"[^"\n]*"|'[^'\n]*'){0,4000})[\])]/gi),
  ].flatMap(([, list = '']) => stringsIn(list));

/** Arguments of `session.install` in sessions that run tests. */
const inNoxfile = (text: string): readonly string[] => {
  let testing = false;
  const body: string[] = [];
  for (const line of text.slice(0, MAX_CHARS).split(/\r?\n/)) {
    if (/^\S/.test(line) && !line.startsWith(')')) testing = SESSION.test(line);
    if (testing) body.push(line);
  }
  return [...body.join('\n').matchAll(/\bsession\.install\(([^)]{0,4000})\)/g)].flatMap(([, args = '']) =>
    args.includes('-r') ? [] : stringsIn(args),
  );
};

/** The dependencies of the environment that `tox` runs tests in. Those of one factor alone exclude each other. */
const inTox = (text: string): readonly string[] =>
  ['testenv', 'testenv:test', 'testenv:tests', 'testenv:py'].flatMap((section) =>
    listIn(text, section, /^deps\s*=/),
  );

/** Extras of setup.cfg and setup.py, which pyproject.toml does not list. */
export const setupExtras = (project: PythonProject): readonly string[] => {
  const section = project
    .text('setup.cfg')
    .slice(0, MAX_CHARS)
    .split(/^\[options\.extras_require\]\s*$/m)[1];
  const own = section === undefined ? [] : section.split(/^\[/m)[0]!.matchAll(/^([\w-]{1,40})\s*=/gm);
  const script = project.text('setup.py').slice(0, MAX_CHARS);
  const named = /\bextras_require\b/i.test(script)
    ? script.matchAll(/["']([\w-]{1,40})["']\s*\]?\s*[:=]/g)
    : [];
  return [...new Set([...own, ...named].map(([, name = '']) => name))];
};

/** What tests need according to setup.py, setup.cfg, tox or nox, and no requirements file lists: words of a command. */
export const testDependencies = (project: PythonProject): readonly string[] => {
  const listed = project.requirements.map(project.text).join('\n').toLowerCase();
  const found = new Map<string, string>();
  const all = [
    ...inSetupPy(project.text('setup.py')),
    ...listIn(project.text('setup.cfg'), 'options', /^tests_require\s*=/).flatMap((line) => line.split(';')),
    ...inTox(project.text('tox.ini')),
    ...inNoxfile(project.text('noxfile.py')),
  ];
  for (const raw of all) {
    const [, name = '', extras = '', versions = '', marker = ''] = REQUIREMENT.exec(raw.trim()) ?? [];
    const key = canonical(name);
    if (name === '' || found.has(key) || NOT_FOR_TESTS.test(key)) continue;
    if (new RegExp(String.raw`^${key.replaceAll('-', '[-_.]')}\b`, 'm').test(listed)) continue;
    found.set(
      key,
      shellQuote(PYTEST.test(key) ? name : `${name}${extras}${versions}${marker}`.replaceAll(/\s+/g, ' ')),
    );
  }
  return [...found.values()].slice(0, MOST);
};
