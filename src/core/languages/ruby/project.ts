import type { RepoFacts } from '../../domain/source/repo-facts.ts';

const MANIFEST =
  /^(?:Gemfile(?:\.lock)?|gems\.(?:rb|locked)|[^/]+\.gemspec|\.ruby-version|\.bundle\/config)$/;
const SPEC = /(?:^|\/)spec\/(?:.*\/)?[^/]+_spec\.rb$/;
const TEST = /(?:^|\/)test\/(?:.*\/)?(?:test_[^/]*|[^/]*_test)\.rb$/;

export const isRubyManifest = (path: string): boolean => MANIFEST.test(path);

export const isRubyTest = (path: string): boolean =>
  path.endsWith('.rb') && (SPEC.test(path) || TEST.test(path));

/** Facts that decide which commands run. */
export type RubyProject = {
  readonly bundled: boolean;
  readonly locked: boolean;
  /** Null: no tests of a known kind. */
  readonly tests: 'rspec' | 'rails' | 'rake' | 'minitest' | null;
  readonly linter: 'rubocop' | 'standardrb' | null;
};

const TEST_TASK = /\bTestTask\b|\btask\s*\(?\s*:?["']?test\b/;

const testsOf = ({ files, texts }: RepoFacts, gems: string): RubyProject['tests'] => {
  const has = (file: string): boolean => files.includes(file);
  if (has('.rspec') || files.some((path) => SPEC.test(path))) return 'rspec';
  if (files.some((path) => TEST.test(path))) {
    if (has('bin/rails') && has('config/application.rb')) return 'rails';
    return TEST_TASK.test(texts['Rakefile'] ?? '') ? 'rake' : 'minitest';
  }
  return /\brspec\b/.test(gems) ? 'rspec' : null;
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
    linter: rubocop ? 'rubocop' : standard ? 'standardrb' : null,
  };
};
