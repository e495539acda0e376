// `npm run campaign:analysers -- --clones FOLDER [secrets|names]`: what `hardcoded-secret` says of ordinary commits, and whether
// `identifierMatch` prefers historical commits to rewrites of them in a foreign style. Clones are named OWNER+NAME.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findHardcodedSecrets } from '../src/core/analyse/secrets/find-secrets.ts';
import { openSession } from '../src/faces/library/library.ts';
import { secretScanner } from '../src/shell/adapters/analysers/secret-scanner.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    clones: { type: 'string', default: process.env.HYDRA_TASK_MIRRORS },
    repo: { type: 'string', multiple: true, default: [] },
    commits: { type: 'string' },
  },
});
if (values.clones === undefined) {
  console.error('Name the folder with the clones: --clones FOLDER or HYDRA_TASK_MIRRORS.');
  process.exit(2);
}

/** Many of them handle passwords, tokens and keys. */
const WITH_SECRETS = [
  'expressjs/express',
  'psf/requests',
  'pallets/werkzeug',
  'sindresorhus/got',
  'serverless/serverless',
  'rack/rack',
  'gin-gonic/gin',
  'google/gson',
  'theskumar/python-dotenv',
  'motdotla/dotenv',
];
const WITH_NAMES = [
  'tj/commander.js',
  'markedjs/marked',
  'pallets/click',
  'tkem/cachetools',
  'spf13/pflag',
  'gorilla/mux',
  'mgeisler/textwrap',
  'rust-lang/getopts',
  'leejarvis/slop',
  'google/gson',
];

const cloneOf = (repository) => {
  const at = resolve(values.clones, repository.replace('/', '+'));
  return existsSync(join(at, 'repo')) ? join(at, 'repo') : at;
};
const gitIn = (repository) => {
  const at = cloneOf(repository);
  return (...words) =>
    execFileSync('git', ['-C', at, ...words], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
};
/** Empty if it cannot be read. */
const quietly = (git, ...words) => {
  try {
    return git(...words);
  } catch {
    return '';
  }
};
const commitsOf = (git) => git('rev-list', '--no-merges', '--max-count=1500', 'HEAD').trim().split('\n');
const changedIn = (git, commit) =>
  quietly(git, 'diff-tree', '--no-commit-id', '--name-only', '-r', '--diff-filter=AM', '-z', commit)
    .split('\0')
    .filter(Boolean);

const addedLines = (git, commit, path) => {
  const lines = new Set();
  for (const [, from, count = '1'] of quietly(git, 'diff', '-U0', `${commit}^`, commit, '--', path).matchAll(
    /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm,
  ))
    for (let at = 0; at < Number(count); at += 1) lines.add(Number(from) + at);
  return lines;
};

const secrets = async () => {
  const scan = await secretScanner();
  const each = Number(values.commits ?? 20);
  let [commits, findings] = [0, 0];
  for (const repository of values.repo.length > 0 ? values.repo : WITH_SECRETS) {
    const git = gitIn(repository);
    let seen = 0;
    for (const commit of commitsOf(git)) {
      if (seen === each) break;
      const paths = changedIn(git, commit);
      if (paths.length === 0) continue;
      seen += 1;
      for (const path of paths) {
        const text = quietly(git, 'show', `${commit}:${path}`);
        if (text === '' || text.includes('\0') || text.length > 1_000_000) continue;
        const lines = addedLines(git, commit, path);
        for (const { line, level, message } of findHardcodedSecrets(path, text, await scan(path, text))) {
          if (!lines.has(line)) continue;
          findings += 1;
          console.log(`  ${repository} ${commit.slice(0, 8)} ${path}:${line} ${level}: ${message}`);
        }
      }
    }
    commits += seen;
    console.log(`${repository}: ${seen} commits`);
  }
  console.log(`hardcoded-secret: ${findings} findings on ${commits} commits (look whether they are true)`);
};

const ENDINGS = {
  '.js': 'camel',
  '.ts': 'camel',
  '.java': 'camel',
  '.go': 'camel',
  '.py': 'snake',
  '.rb': 'snake',
  '.rs': 'snake',
};
const NAME = /(?<![\w$])[A-Za-z_]\w*/g;

/** `orderTotal` as `order_total`, or the other way; null: it has no other style. */
const foreign = (name, ending) => {
  if (ENDINGS[ending] === 'snake')
    return /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/.test(name)
      ? name.replaceAll(/_([a-z0-9])/g, (_, first) => first.toUpperCase())
      : null;
  // Types are in Pascal case everywhere; in Go so are all exported names.
  const fits =
    ending === '.go' ? /^[A-Za-z][a-z0-9]+(?:[A-Z][a-z0-9]+)+$/ : /^[a-z][a-z0-9]*(?:[A-Z][a-z0-9]+)+$/;
  return fits.test(name) ? name.replaceAll(/(?<!^)[A-Z]/g, (first) => `_${first}`).toLowerCase() : null;
};

/** Comments mention names that are not declared. */
const withoutComments = (text) =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*(?:\/\/|#|\*).*$/gm, '');

/** Whether a text declares a name, as far as one line shows it: after a keyword or a type, or by assigning to it. */
const declares = (text, name) =>
  new RegExp(
    `(?:\\b(?:def|fn|func|function|const|let|var|mut|static|class|type)\\s+(?:\\([^)]*\\)\\s*)?(?:self\\.)?|^\\s*(?:(?:public|private|protected|final|async)\\s+)*(?!return|throw|await|new|else|case|yield)[A-Za-z][\\w<>\\[\\]]*\\s+)${name}\\b|\\b${name}\\s*:?=(?![=~>])`,
    'm',
  ).test(text);

const EXEC = { lint_errors: 0, type_errors: 0, tests_passed: 1, tests_failed: 0 };

const names = async () => {
  const session = openSession();
  const each = Number(values.commits ?? 5);
  const count = { higher: 0, equal: 0, lower: 0, unknown: 0 };
  for (const repository of values.repo.length > 0 ? values.repo : WITH_NAMES) {
    const git = gitIn(repository);
    let seen = 0;
    for (const commit of commitsOf(git)) {
      if (seen === each) break;
      const paths = changedIn(git, commit);
      const code = paths.filter((path) => ENDINGS[extname(path)] !== undefined);
      if (code.length === 0 || code.length > 8 || quietly(git, 'rev-parse', `${commit}^`) === '') continue;
      const files = code.map((path) => ({ path, content: git('show', `${commit}:${path}`) }));
      const before = code.map((path) => quietly(git, 'show', `${commit}^:${path}`)).join('\n');
      const old = new Set(before.match(NAME));
      const inRepository = (name) => {
        try {
          git('grep', '-qIwF', '-e', name, `${commit}^`);
          return true;
        } catch {
          return false;
        }
      };
      const renamed = new Map();
      for (const { path, content } of files) {
        const plain = withoutComments(content);
        for (const name of new Set(plain.match(NAME))) {
          const other = old.has(name) || !declares(plain, name) ? null : foreign(name, extname(path));
          if (other !== null && !renamed.has(name) && !inRepository(name)) renamed.set(name, other);
        }
      }
      if (renamed.size === 0) continue;
      const rewritten = files.map(({ path, content }) => ({
        path,
        content: content.replaceAll(NAME, (name) => renamed.get(name) ?? name),
      }));
      const root = mkdtempSync(join(tmpdir(), 'hydra-names-'));
      try {
        execFileSync('sh', [
          '-c',
          'git -C "$1" archive "$2" | tar -x -C "$3" && cd "$3" && git init -q && git add -A',
          'sh',
          cloneOf(repository),
          `${commit}^`,
          root,
        ]);
        const brief = await session.buildProjectBrief(root);
        const scoreOf = (list) =>
          session.conventionScore({ candidate: { files: list }, brief, exec: EXEC, repoRoot: root })
            .identifierMatch;
        const [native, strange] = [scoreOf(files), scoreOf(rewritten)];
        const how =
          native === null || strange === null
            ? 'unknown'
            : native > strange
              ? 'higher'
              : native === strange
                ? 'equal'
                : 'lower';
        count[how] += 1;
        seen += 1;
        console.log(
          `${how.padEnd(7)} ${native} ${strange} ${repository} ${commit.slice(0, 8)} ${[...renamed.keys()].slice(0, 3).join(' ')}`,
        );
      } finally {
        rmSync(root, { recursive: true, force: true });
      }
    }
  }
  await session.close();
  console.log(`identifierMatch of the historical commit: ${JSON.stringify(count)}`);
};

const wanted = positionals.length > 0 ? positionals : ['secrets', 'names'];
if (wanted.includes('secrets')) await secrets();
if (wanted.includes('names')) await names();
