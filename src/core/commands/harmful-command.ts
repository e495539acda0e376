import { baseName } from '../domain/source/path-parts.ts';
import type { Segment } from './command-line.ts';

/** Words that make a command change files, wait for changes, or reach other people. */
const FLAGS = new Set(
  '--fix --fix-dangerously --write --apply --apply-unsafe --in-place --watch --watchAll --update-snapshot --updateSnapshot --ui --open'.split(
    ' ',
  ),
);
const PROGRAMS = new Set(
  'nodemon chokidar onchange watchexec entr semantic-release release-it np lerna-publish gh-pages twine docker docker-compose podman kubectl terraform vagrant ssh scp rsync sudo aud audit-ci snyk pip-audit'.split(
    ' ',
  ),
);
const VERBS: Readonly<Record<string, ReadonlySet<string>>> = {
  npm: new Set(['publish', 'version', 'login', 'audit']),
  pnpm: new Set(['publish', 'audit']),
  yarn: new Set(['publish', 'version', 'audit']),
  bun: new Set(['publish']),
  git: new Set(['push', 'commit', 'tag', 'add', 'reset', 'clean', 'checkout']),
  changeset: new Set(['publish', 'version']),
  cargo: new Set(['publish', 'watch', 'fix']),
  poetry: new Set(['publish']),
  gem: new Set(['push']),
};
const TEXT = /(?:^|[\s;&|])(?:publish|deploy|release)(?:$|[\s;&|:])/;

/** It fixes, watches or publishes, or needs more access than a check may have. */
export const isHarmful = (words: Segment): boolean =>
  words.some(({ text }, at) => {
    // `npx npm@10 audit`
    const name = baseName(text).split('@', 1)[0] ?? '';
    const verbs = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
    return (
      FLAGS.has(text.split('=', 1)[0]!) ||
      PROGRAMS.has(name) ||
      (verbs?.has(words[at + 1]?.text ?? '') ?? false)
    );
  });

/** The same of a script that cannot be taken apart. */
export const isHarmfulText = (text: string): boolean => {
  const words = text.slice(0, 16_384).split(/[\s;&|()]+/);
  return TEXT.test(text) || isHarmful(words.map((raw) => ({ raw, text: raw })));
};

const ASSIGNMENT = /^[A-Za-z_]\w*=/;
/** What package managers do besides running programs; '' is the manager alone. */
const INSTALLS: Readonly<Record<string, ReadonlySet<string>>> = {
  pip: new Set(['install', 'uninstall', 'download', 'list', 'freeze', 'check']),
  uv: new Set(['sync', 'pip', 'lock', 'venv']),
  poetry: new Set(['install', 'sync', 'lock', 'update', 'check']),
  pipenv: new Set(['install', 'sync', 'update']),
  pdm: new Set(['install', 'sync', 'lock', 'update']),
  'setup.py': new Set(['install', 'develop']),
  npm: new Set(['install', 'i', 'ci', 'clean-install', 'link', 'unlink', 'update']),
  pnpm: new Set(['install', 'i', 'link', 'unlink', 'update']),
  yarn: new Set(['', 'install', 'link', 'unlink']),
  bun: new Set(['install', 'i', 'link']),
  bundle: new Set(['', 'install', 'update', 'check']),
  playwright: new Set(['install']),
};

/** `python -m pip` and `npx playwright` alike. */
const programIn = (words: Segment): Segment => {
  const rest = words.slice(words.findIndex(({ text }) => !ASSIGNMENT.test(text)));
  const name = baseName(rest[0]?.text ?? '');
  if (/^python[\d.]*$/.test(name)) return rest.slice(rest[1]?.text === '-m' ? 2 : 1);
  return name === 'npx' ? rest.slice(1) : rest;
};

/** It installs what the installation has installed, which needs a network that checks do not have. */
export const isInstallation = (words: Segment): boolean => {
  const [program, ...args] = programIn(words);
  const name = baseName(program?.text ?? '').replace(/^pip[\d.]+$/, 'pip');
  const verb = args.find(({ text }) => !text.startsWith('-'))?.text ?? '';
  return Object.hasOwn(INSTALLS, name) && (INSTALLS[name]?.has(verb) ?? false);
};

const COVERAGE: Readonly<Record<string, ReadonlySet<string>>> = {
  coverage: new Set(['report', 'html', 'xml', 'lcov', 'json', 'combine', 'erase']),
  nyc: new Set(['report', 'check-coverage']),
  c8: new Set(['report', 'check-coverage']),
};

/** Reports on coverage: a candidate's own tests run apart, so it would miss a threshold that its whole change meets. */
export const isCoverageReport = (words: Segment): boolean => {
  const at = words[0]?.text === 'npx' ? 1 : 0;
  const name = baseName(words[at]?.text ?? '');
  if (name === 'codecov' || name === 'coveralls') return true;
  return Object.hasOwn(COVERAGE, name) && (COVERAGE[name]?.has(words[at + 1]?.text ?? '') ?? false);
};
