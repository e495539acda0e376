import type { Toolchain } from '../parts/toolchain.ts';

export const rubyToolchain: Toolchain = {
  probes: [
    { what: 'ruby', command: ['ruby', '--version'], for: 'ruby repositories' },
    { what: 'bundler', command: ['bundle', '--version'], for: 'ruby repositories with a Gemfile' },
    { what: 'rspec', command: ['rspec', '--version'], for: 'ruby repositories with specs but no Gemfile' },
    { what: 'rubocop', command: ['rubocop', '--version'], for: 'lint of Ruby without a Gemfile' },
  ],
  programs: ['ruby', 'gem', 'bundle', 'rake', 'rspec', 'rubocop'],
  programsByName: ['rake', 'rspec', 'rubocop'],
  installationMarks: /^lib\/ruby$/,
  versionManagers: [
    { on: '.rbenv', shows: ['.rbenv'], variable: ['RBENV_ROOT', '.rbenv'] },
    { on: '.rvm', shows: ['.rvm/rubies', '.rvm/gems'] },
    { on: '.rubies', shows: ['.rubies'] },
  ],
  folderVariables: ['RBENV_ROOT', 'GEM_HOME'],
  behindShims: { RBENV_ROOT: ['version', 'versions'] },
  // Not bundler's configuration: it stores passwords under host names, where they cannot be recognised.
  registrySettings: ['.gemrc'],
  systemSettings: [],
  networkVariables: ['BUNDLE_SSL_CA_CERT', 'RUBYGEMS_HOST'],
  otherOrder: (seed) => ({
    sets: { SEED: String(seed) },
    adds: { SPEC_OPTS: `--order rand:${seed}` },
  }),
  mixedFolders: ['.gem', '.bundle'],
  symptoms: [
    { cause: 'missing-module', pattern: /cannot load such file -- ([\w/.-]{1,150})/ },
    { cause: 'missing-module', pattern: /Could not find (?:gem )?'?([\w-]{1,100})/ },
    { cause: 'toolchain-version', pattern: /(Your Ruby version is .{1,100})/ },
  ],
};
