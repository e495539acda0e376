import { shellQuote } from '../domain/check/shell-quote.ts';
import type { RepoFacts } from '../domain/source/repo-facts.ts';
import type { Proposal } from '../languages/parts/profile.ts';
import { makeTargets } from './targets/make-targets.ts';

const MANIFEST_LIKE =
  /^[^/]*(\.lock|lock\.json|lock\.yaml|\.sum|\.mod)$|^(package\.json|pyproject\.toml|Makefile|requirements[^/]*\.txt|composer\.json|mix\.exs|CMakeLists\.txt)$/;

/** Scripts that run a project's tests by their name alone, the plainest first. */
const TEST_SCRIPT =
  /^(?:(?:scripts?|bin|ci|tools?)\/)?(?:run[-_]?)?tests?(?:[-_]?all)?(?:\.sh)?$|^tests?\/(?:run|run[-_]?tests?|test|all|runner)(?:\.sh)?$/i;
const LINT_SCRIPT = /^(?:(?:scripts?|bin|ci|tools?)\/)?(?:run[-_]?)?lint(?:er)?(?:\.sh)?$/i;
const BATS = /^(?:.*\/)?[^/]+\.bats$/;

const scriptIn = ({ files }: RepoFacts, pattern: RegExp): string | null => {
  const found = files.filter((path) => pattern.test(path) && !path.endsWith('.md')).sort(byDepth)[0];
  return found === undefined ? null : `sh ${shellQuote(`./${found}`)}`;
};

const byDepth = (a: string, b: string): number =>
  a.split('/').length - b.split('/').length || (a < b ? -1 : 1);

const batsTests = ({ files }: RepoFacts): string | null => {
  const folders = [
    ...new Set(
      files.filter((path) => BATS.test(path)).map((path) => path.slice(0, path.lastIndexOf('/') + 1) || '.'),
    ),
  ];
  const outer = folders.filter((one) => !folders.some((other) => other !== one && one.startsWith(other)));
  return outer.length === 0 ? null : `bats --tap -r ${outer.map(shellQuote).join(' ')}`;
};

const autoconf = ({ files }: RepoFacts): Pick<Proposal, 'build' | 'test'> | null => {
  if (!files.includes('Makefile.am') && !files.includes('Makefile.in')) return null;
  const configure = files.includes('configure')
    ? 'sh ./configure'
    : files.includes('autogen.sh')
      ? 'sh ./autogen.sh && sh ./configure'
      : 'autoreconf -fi && sh ./configure';
  return { build: `${configure} && make`, test: 'make check' };
};

/** With tests to follow, a build target shows build errors separately from test failures. */
const makeBuild = ({ texts }: RepoFacts): string | null => {
  const file = ['GNUmakefile', 'makefile', 'Makefile'].find((name) => Object.hasOwn(texts, name));
  const names = new Set(file === undefined ? [] : makeTargets(texts[file]!).map(({ name }) => name));
  return ['build', 'all'].find((name) => names.has(name)) ?? null;
};

/** A repository of no known language; its own targets are looked for next. */
export const unknownProject = (facts: RepoFacts): Proposal => {
  const made = makeBuild(facts);
  return {
    packageManager: null,
    install: null,
    manifests: facts.files.filter((path) => MANIFEST_LIKE.test(path)),
    build: made === null ? null : `make ${made}`,
    test: null,
    lint: null,
    ...autoconf(facts),
    prelude: '',
    env: { CI: 'true' },
    notes: [],
  };
};

/** Scripts by their usual names, if the project has no target. */
export const withUsualScripts = (facts: RepoFacts, proposal: Proposal): Proposal => {
  const checks = {
    build: proposal.build,
    test: proposal.test ?? scriptIn(facts, TEST_SCRIPT) ?? batsTests(facts),
    lint: proposal.lint ?? scriptIn(facts, LINT_SCRIPT),
  };
  const absent = (['build', 'test', 'lint'] as const).filter((about) => checks[about] === null);
  const notes = absent.map((about) => ({ about, text: `no ${about} command: ${about} is not configured` }));
  return { ...proposal, ...checks, notes: [...proposal.notes, ...notes] };
};
