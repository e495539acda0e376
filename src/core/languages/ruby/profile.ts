import { factsIn } from '../../domain/source/facts-in.ts';
import { pathsBelow } from '../../domain/source/path-parts.ts';
import type { RepoFacts } from '../../domain/source/repo-facts.ts';
import type { Profile, Proposal } from '../parts/profile.ts';
import {
  isRubyManifest,
  isRubyTest,
  readRubyProject,
  rubySamples,
  type RubyProject,
  testsAtRoot,
} from './project.ts';

const loadAll = (pattern: string): string =>
  `"Dir.glob('${pattern}').sort.each { |file| require File.expand_path(file) }"`;
const ALL_MINITESTS = `ruby -Ilib -Itest -e ${loadAll('{test,tests}/**/{test_*,*_test,spec_*}.rb')}`;
const ALL_SPECS = loadAll('spec/**/*_spec.rb');

/** Gems that the machine already has are used as they are; only missing ones are fetched. */
const INSTALL =
  'bundle check >/dev/null 2>&1 || BUNDLE_PATH=vendor/bundle bundle install --quiet || echo "hydra: the gems of the Gemfile could not be installed: checks use those of this machine, without bundler"';
/**
 * Gems of the installation, if it had to fetch any. If some are missing, the tests may not need them (linters,
 * documentation), so they run without bundler, and without a Rakefile that cannot be loaded.
 */
const preludeAt = (up: string): string =>
  [
    `if [ -d ${up}vendor/bundle ]; then export BUNDLE_PATH="$PWD/${up}vendor/bundle"; fi`,
    `bundle check >/dev/null 2>&1 || bundle() { shift; if [ "$*" = "rake test" ] && ! rake -n test >/dev/null 2>&1; then ${ALL_MINITESTS}; else "$@"; fi; }`,
    '',
  ].join('; ');

const commandOf = ({ tests, specHelper }: RubyProject): string | null =>
  tests === null
    ? null
    : {
        rspec: 'rspec',
        rails: 'rails test',
        rake: 'rake test',
        minitest: ALL_MINITESTS,
        'minitest specs': `ruby -Ilib -Ispec${specHelper ? ' -r./spec/spec_helper' : ''} -e ${ALL_SPECS}`,
      }[tests];

const propose = (facts: RepoFacts): Proposal => proposeWith(facts, readRubyProject(facts), '');

/** `up`: the way to the folder of the Gemfile. */
const proposeWith = (facts: RepoFacts, project: RubyProject, up: string): Proposal => {
  const { bundled, locked, linter } = project;
  const tests = commandOf(project);
  const run = (command: string): string => (bundled ? `bundle exec ${command}` : command);
  return {
    packageManager: bundled ? 'bundler' : null,
    install: bundled
      ? up === ''
        ? { command: INSTALL, scope: 'manifests' }
        : { command: `cd ${up} && { ${INSTALL}; }`, scope: 'tree' }
      : null,
    manifests: facts.files.filter(isRubyManifest),
    build: null,
    test: tests === null ? null : run(tests),
    lint: linter === null ? null : run(linter),
    prelude: bundled ? preludeAt(up) : '',
    // A fixed seed: minitest would otherwise use another order in every run.
    env: { CI: 'true', SEED: '1', ...(locked ? { BUNDLE_FROZEN: 'true' } : {}) },
    notes: [
      { about: 'build', text: 'ruby has no build step: build is not configured' },
      ...(tests === null
        ? [{ about: 'test' as const, text: 'no specs and no minitest files: tests are not configured' }]
        : []),
      ...(linter === null
        ? [
            {
              about: 'lint' as const,
              text: 'no rubocop or standard in the repository: lint is not configured',
            },
          ]
        : []),
    ],
  };
};

/** Bundler looks for a Gemfile in the folders above too. */
const withGemfileAbove = (proposal: Proposal, facts: RepoFacts, folder: string): Proposal => {
  const { bundled, locked, linter } = readRubyProject(facts);
  const within = factsIn(facts, folder);
  const own = readRubyProject(within);
  if (own.bundled || !bundled) return proposal;
  const up = `${folder.replaceAll(/[^/]+/g, '..')}/`;
  // Lint at the root enters the folder.
  return {
    ...proposeWith(within, { ...own, bundled, locked }, up),
    ...(linter === null ? {} : { lint: null }),
  };
};

export const rubyProfile: Profile = {
  id: 'ruby',
  recognisedBy: '`Gemfile`, a gemspec, `Rakefile`, `.rspec`, or test files',
  example: {
    files: ['Gemfile', 'Gemfile.lock', '.rspec', '.rubocop.yml'],
    texts: { Gemfile: "gem 'rspec'\ngem 'rubocop'\n" },
  },
  images: ['ruby:3'],
  reads: ['Gemfile', 'gems.rb', 'Rakefile', '*.gemspec'],
  samples: rubySamples,
  detects: ({ files }) =>
    files.some(
      (path) => isRubyManifest(path) || path === 'Rakefile' || path === '.rspec' || isRubyTest(path),
    ),
  propose,
  /** Runners at the root look into `spec` and `test` there; without those, tests are those of gems in folders. */
  reaches: ({ files }, folder) => {
    const own = pathsBelow(folder, files);
    if (!own.some(isRubyTest)) return true;
    if (own.includes('Gemfile')) return false;
    return testsAtRoot(files).length > 0 || !own.some((path) => /^[^/]+\.gemspec$/.test(path));
  },
  below: withGemfileAbove,
  environment: {
    toolchain: ['RBENV_ROOT', 'RBENV_VERSION', 'GEM_HOME', 'GEM_PATH'],
    mirrors: ['RUBYGEMS_HOST', 'BUNDLE_SSL_CA_CERT'],
  },
  compilesOnInstall: false,
};
