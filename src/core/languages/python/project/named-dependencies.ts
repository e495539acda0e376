const MAX_CHARS = 200_000;
const MOST = 30;
const WORKFLOW =
  /^(?:\.github\/workflows\/[^/]+\.ya?ml|\.travis\.yml|\.circleci\/config\.yml|\.gitlab-ci\.yml)$/;
/** Workflows, extras and groups that are not about tests. */
const ELSEWHERE =
  /release|publish|deploy|docs?(?![a-z])|documentation|sphinx|website|codeql|stale|label|bench|perf|profil|codspeed|docker|packag|build|wheel|translat|pre-?commit|gha|scorecard|zizmor|random|stress|fuzz|mutat/i;
const MOST_WORKFLOWS = 8;
/** Files in which a project installs what its tests need. */
const COMMANDS = ['tox.ini', 'pyproject.toml', 'noxfile.py', 'Makefile', 'justfile', 'Justfile', '.justfile'];

/** Workflows that may test the project: their commands say which extras and groups tests need. */
export const testWorkflows = (paths: readonly string[]): readonly string[] =>
  paths.filter((path) => WORKFLOW.test(path) && !ELSEWHERE.test(path)).slice(0, MOST_WORKFLOWS);

/** `.[test]`, `{toxinidir}[test]`, `dist/*.whl[test]` */
const BRACKETS = /(?:\.|\}|\.whl)\[([\w.,\s-]{1,200})\]/g;
const EXTRA = /--extras?[ =]["']?([\w.-]+(?:[ ,][\w.-]+)*)|\s-E\s+([\w.-]+)/g;
const GROUP =
  /--(?:only-)?group[ =]["']?([\w.-]+)|\bpdm\s[^\n]{0,100}?-G\s+([\w.-]+)|--(?:with|only)[ =]([\w.,-]+)/g;
/** Lists of tox and hatch: on the line, and indented below it. */
const LIST = /^[ \t]*(?:(extras|features)|(?:dependency[_-]groups))\s*=([^\n]*(?:\n[ \t]+\S[^\n]*)*)/gm;
const FILE =
  /(?:-r|--requirements?)[ =]?\s*["']?(?:\{(?:toxinidir|tox_root)\}\/|\.\/)?([A-Za-z.][\w./-]{0,100}\.(?:txt|in))\b/g;

const wordsIn = (found: Iterable<RegExpMatchArray>): readonly string[] =>
  [...found].flatMap(([, ...groups]) => groups.flatMap((text) => text?.match(/[\w.-]+/g) ?? []));

/** Names of extras and groups, and paths of files. */
export type Named = {
  readonly extras: readonly string[];
  readonly groups: readonly string[];
  readonly files: readonly string[];
};

const OF_TESTS = /test|unit|cov|py|dev|default/i;

/** Environments of tox and sessions of nox that are not for tests are left out. */
const PARTS: Readonly<Record<string, { readonly start: RegExp; readonly name: RegExp }>> = {
  'tox.ini': { start: /^(?=\[)/m, name: /^\[testenv:([^\]\n]*)\]/ },
  'pyproject.toml': { start: /^(?=\[)/m, name: /^\[tool\.(?:tox\.env|hatch\.envs)\.([^\]\n]*)\]/ },
  'noxfile.py': { start: /^(?=def )/m, name: /^def (\w+)/ },
};

const ofTests = (path: string, text: string): string => {
  const parts = Object.hasOwn(PARTS, path) ? PARTS[path] : undefined;
  if (parts === undefined) return text;
  const kept = text.split(parts.start).filter((part) => {
    const name = parts.name.exec(part)?.[1] ?? null;
    return name === null || (OF_TESTS.test(name) && !ELSEWHERE.test(name));
  });
  return kept.join('');
};

const commandsIn = (texts: Readonly<Record<string, string>>): string =>
  [...COMMANDS, ...testWorkflows(Object.keys(texts))]
    .map((path) => (Object.hasOwn(texts, path) ? ofTests(path, texts[path]!.slice(0, MAX_CHARS)) : ''))
    .join('\n');

const chosen = (names: readonly string[], found: readonly string[], all = false): readonly string[] => {
  const wanted = new Set(found);
  return names.filter((name) => !ELSEWHERE.test(name) && (all || wanted.has(name))).slice(0, MOST);
};

/** Of what a project declares, what its own commands install by name to test it. */
export const namedDependencies = (texts: Readonly<Record<string, string>>, declared: Named): Named => {
  const commands = commandsIn(texts);
  const lists = [...commands.matchAll(LIST)];
  const listed = (ofExtras: boolean): readonly string[] =>
    lists.flatMap(([, extras, text = '']) =>
      (extras !== undefined) === ofExtras ? (text.match(/[\w.-]+/g) ?? []) : [],
    );
  const extras = [...wordsIn(commands.matchAll(BRACKETS)), ...wordsIn(commands.matchAll(EXTRA))];
  const files = [...commands.matchAll(FILE)].map(([, path = '']) => path);
  return {
    extras: chosen(declared.extras, [...extras, ...listed(true)], commands.includes('--all-extras')),
    groups: chosen(
      declared.groups,
      [...wordsIn(commands.matchAll(GROUP)), ...listed(false)],
      commands.includes('--all-groups'),
    ),
    // A file with a number is for one version of Python or of a dependency.
    files: chosen(declared.files, files).filter((path) => !/\d/.test(path)),
  };
};
