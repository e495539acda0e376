import type { RepoFacts } from '../../domain/source/repo-facts.ts';

const MANIFEST =
  /^(?:Gemfile(?:\.lock)?|gems\.(?:rb|locked)|[^/]+\.gemspec|\.ruby-version|\.bundle\/config)$/;
const SPEC = /(?:^|\/)spec\/(?:.*\/)?[^/]+_spec\.rb$/;
const TEST = /(?:^|\/)tests?\/(?:.*\/)?(?:test_[^/]*|[^/]*_test|spec_(?!helper)[^/]*)\.rb$/;
const HELPER = /^(?:spec\/spec_helper|spec\/helper|tests?\/test_helper|tests?\/helper)\.rb$/;
const AT_ROOT = /^(?:spec|tests?)\//;
const MOST_SAMPLES = 4;

export const isRubyManifest = (path: string): boolean => MANIFEST.test(path);

export const isRubyTest = (path: string): boolean =>
  path.endsWith('.rb') && (SPEC.test(path) || TEST.test(path));

/** Runners look there alone: other tests are those of gems in folders. */
export const testsAtRoot = (files: readonly string[]): readonly string[] =>
  files.filter((path) => AT_ROOT.test(path) && isRubyTest(path));

/** They name the framework if the manifests do not. */
export const rubySamples = (paths: readonly string[]): readonly string[] => [
  ...paths.filter((path) => HELPER.test(path)),
  ...paths.filter(isRubyTest).slice(0, MOST_SAMPLES),
];

/** Facts that decide which commands run. */
export type RubyProject = {
  readonly bundled: boolean;
  readonly locked: boolean;
  /** Null: no tests of a known kind. */
  readonly tests: 'rspec' | 'rails' | 'rake' | 'minitest' | 'minitest specs' | null;
  /** A file that specs rely on without loading it. */
  readonly specHelper: boolean;
  readonly linter: 'rubocop' | 'standardrb' | null;
};

const TASK = /\btask\s*\(?\s*:?["']?test\b/;
/** A test task is called `test` unless it is given another name. */
const TEST_TASK = /\bTestTask\.(?:new|create)\b(?!\s*\(?\s*(?!:test\b|["']test["'])[:"'])/;
const RSPEC = /\brspec\b/i;
const MINITEST = /\bminitest\b/i;

const testsOf = ({ files, texts }: RepoFacts, gems: string): RubyProject['tests'] => {
  const has = (file: string): boolean => files.includes(file);
  const samples = rubySamples(files).map((path) => texts[path] ?? '');
  const rakefile = texts['Rakefile'] ?? '';
  const mentions = (word: RegExp): boolean => [gems, rakefile, ...samples].some((text) => word.test(text));
  if (has('.rspec')) return 'rspec';
  const atRoot = testsAtRoot(files);
  const own = atRoot.length > 0 ? atRoot : files;
  if (own.some((path) => SPEC.test(path)))
    return mentions(MINITEST) && !mentions(RSPEC) ? 'minitest specs' : 'rspec';
  if (own.some((path) => TEST.test(path))) {
    if (has('bin/rails') && has('config/application.rb')) return 'rails';
    return TASK.test(rakefile) || TEST_TASK.test(rakefile) ? 'rake' : 'minitest';
  }
  return RSPEC.test(gems) ? 'rspec' : null;
};

export const readRubyProject = (facts: RepoFacts): RubyProject => {
  const { files, texts } = facts;
  const has = (file: string): boolean => files.includes(file);
  const gems = Object.entries(texts)
    .filter(([path]) => isRubyManifest(path))
    .map(([, text]) => text)
    .join('\n');
  const standard = has('.standard.yml') || /\bgem\s*\(?["']standard["']/.test(gems);
  const rubocop = has('.rubocop.yml') || /["']rubocop\b/.test(gems);
  return {
    bundled: has('Gemfile') || has('gems.rb'),
    locked: has('Gemfile.lock') || has('gems.locked'),
    tests: testsOf(facts, gems),
    specHelper: has('spec/spec_helper.rb'),
    linter: rubocop ? 'rubocop' : standard ? 'standardrb' : null,
  };
};
