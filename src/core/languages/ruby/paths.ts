import type { PathRules } from '../parts/path-rules.ts';

export const rubyPaths: PathRules = {
  lockfiles: ['gemfile.lock', 'gems.locked'],
  generatedFolders: [],
  generated: [],
  tests: [/_spec\.rb$/, /_test\.rb$/, /^test_.*\.rb$/],
  namedTests: { rb: /_(?:spec|test)\.rb$|^test_.*\.rb$/ },
  sourceRoots: /^lib\/.*\.rb$/,
  configuration: [/^(?:gemfile|rakefile|guardfile|capfile|gems\.rb)$/, /\.gemspec$/],
  manifests: [/^gemfile$/, /^gems\.rb$/, /\.gemspec$/, /^\.ruby-version$/],
  manifestFolders: { '.bundle': /^config$/ },
  runnerConfiguration: [
    /^\.rspec(?:-local)?$/,
    /^(?:spec|rails|test)_helper\.rb$/,
    /^\.simplecov$/,
    /^cucumber\.yml$/,
  ],
  lintConfiguration: [/^\.rubocop(?:[-_]\w+)?\.yml$/, /^\.standard(?:_todo)?\.yml$/, /^\.reek\.yml$/],
  scripts: [/^rakefile$/, /^guardfile$/],
  autoloaded: [
    /(?:^|\/)minitest\/[^/]+_plugin\.rb$/,
    /(?:^|\/)rubygems_plugin\.rb$/,
    /(?:^|\/)\.minitest\.rb$/,
  ],
  installed: [/vendor\/bundle\//],
  installHooks: [
    { file: /(?:^|\/)extconf\.rb$/ },
    { file: /\.gemspec$/, line: /\.extensions\b|`|\bsystem\b|%x/ },
  ],
  linterPackages: /^(?:rubocop(?:-[\w-]+)?|standard|reek)$/,
  shadows: [
    // On the load path of every run, before the gems.
    /^(?:lib|spec|test)\/(?:rspec|rspec\/(?:core|expectations|mocks|support|autorun)|minitest|minitest\/(?:autorun|assertions|expectations|mock|spec|test|unit)|test\/unit|rake|rake\/testtask|bundler|json|set|stringio|tempfile|timeout|time|date|pp)\.rb$/,
  ],
};
