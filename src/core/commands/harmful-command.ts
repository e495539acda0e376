import { baseName } from '../domain/source/path-parts.ts';
import type { Segment } from './command-line.ts';

/** Words that make a command change files, wait for changes, or reach other people. */
const FLAGS = new Set(
  '--fix --fix-dangerously --write --apply --apply-unsafe --in-place --watch --watchAll --update-snapshot --updateSnapshot --ui --open'.split(
    ' ',
  ),
);
const PROGRAMS = new Set(
  'nodemon chokidar onchange watchexec entr semantic-release release-it np lerna-publish gh-pages twine docker docker-compose podman kubectl terraform vagrant ssh scp rsync sudo'.split(
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
