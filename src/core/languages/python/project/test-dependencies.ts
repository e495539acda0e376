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
  /^(?:tox.*|nox|poetry|hatch|pdm|uv|pre-commit|twine|build|codecov|coveralls|pip|wheel|virtualenv|flake8.*|black|isort|pylint)$/;
/** The newest one runs on the Python that is installed; a pinned one may not. */
const PYTEST = /^pytest(?:-[\w-]+)?$/;
const SESSION = /^def\s+(?:py|unit_?)?tests?\w*\s*\(/;

const canonical = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, '-');

const stringsIn = (code: string): readonly string[] =>
  [...code.replaceAll(/#.*$/gm, '').matchAll(/(["'])((?:(?!\1)[^\\\n])*)\1/g)].map(([, , text = '']) => text);

/** The lines below `key =` in a section of an ini file, with what stands behind the sign. */
const linesIn = (text: string, section: string, key: RegExp): readonly string[] => {
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

const REFERENCE = /^\{\[([^\]\n]{1,80})\](\w{1,40})\}$/;
const CONDITION = /^([\w,!.{}-]{1,200}):\s+(\S.*)$/;
/** `py3{8,9,10}: mock` holds in most environments, and so in ours; `py36: dataclasses` does not. */
const MOST_VERSIONS = 3;

const isUsual = (condition: string): boolean =>
  condition === 'py3' ||
  (/^(?:py[\d{},]+)+$/.test(condition) && (condition.match(/\d+/g)?.length ?? 0) > MOST_VERSIONS);

/** The same with the lists of other sections that it names, as tox substitutes them. */
const listIn = (text: string, section: string, key: RegExp, depth = 0): readonly string[] =>
  linesIn(text, section, key).flatMap((line) => {
    const [, other, name] = REFERENCE.exec(line) ?? [];
    if (other !== undefined && name !== undefined)
      return depth > 3 ? [] : listIn(text, other, new RegExp(`^${name}\\s*=`), depth + 1);
    const [, condition, rest] = CONDITION.exec(line) ?? [];
    return [condition !== undefined && rest !== undefined && isUsual(condition) ? rest : line];
  });

const ENVIRONMENT = /^(?:default|hatch-test|dev|(?:unit)?tests?|testing)$/;

/** Lists of hatch, pdm, uv and tox in pyproject.toml, apart from extras and groups. */
const inPyproject = ({ keysUnder, listAt }: PythonProject): readonly string[] => [
  ...keysUnder('tool', 'hatch', 'envs')
    .filter((name) => ENVIRONMENT.test(name))
    .flatMap((name) =>
      ['dependencies', 'extra-dependencies'].flatMap((key) => listAt('tool', 'hatch', 'envs', name, key)),
    ),
  ...keysUnder('tool', 'pdm', 'dev-dependencies')
    .filter((name) => ENVIRONMENT.test(name))
    .flatMap((name) => listAt('tool', 'pdm', 'dev-dependencies', name)),
  ...listAt('tool', 'uv', 'dev-dependencies'),
  ...listAt('tool', 'tox', 'env_run_base', 'deps'),
];

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

/** What tests need according to setup.py, setup.cfg, tox, nox, hatch or pdm, and no requirements file lists: words of a command. */
export const testDependencies = (project: PythonProject): readonly string[] => {
  const listed = project.requirements.map(project.text).join('\n').toLowerCase();
  const found = new Map<string, string>();
  const all = [
    ...inSetupPy(project.text('setup.py')),
    ...listIn(project.text('setup.cfg'), 'options', /^tests_require\s*=/).flatMap((line) => line.split(';')),
    ...inTox(project.text('tox.ini')),
    ...inNoxfile(project.text('noxfile.py')),
    ...inPyproject(project),
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
