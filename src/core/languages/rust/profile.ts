import type { RepoFacts } from '../../domain/source/repo-facts.ts';
import type { Profile, Proposal } from '../parts/profile.ts';
import { cargoPackages } from './packages.ts';
import { rustWorkflows, testedFeatures } from './tested-features.ts';
import { isInWorkspace, workspaceFlag } from './workspace.ts';

const MANIFEST = /(^|\/)(Cargo\.(toml|lock)|rust-toolchain(\.toml)?)$|^\.cargo\/config(\.toml)?$/;

const BENCH = /(^|\/)benches\/[^/]+\.rs$/;
const MAX_SAMPLES = 20;
const TOOLCHAINS = ['rust-toolchain', 'rust-toolchain.toml'];

/** Warming up may fail if the base does not compile; the build check reports that. */
const installCommand = (locked: boolean, targets: string): string =>
  `cargo fetch${locked ? ' --locked' : ''} && { cargo build ${targets} --offline; cargo clippy ${targets} --offline; true; }`;

/** `#![feature(test)]` compiles on nightly alone, and would make every build fail. */
const hasNightlyBenches = ({ files, texts }: RepoFacts): boolean =>
  files.some((path) => BENCH.test(path) && /^\s*#!\[feature\(/m.test(texts[path] ?? '')) &&
  !TOOLCHAINS.some((file) => (texts[file] ?? '').includes('nightly'));

const propose = (facts: RepoFacts): Proposal => {
  const { files } = facts;
  const nightly = hasNightlyBenches(facts);
  const workspace = workspaceFlag(facts);
  const kinds = nightly ? '--bins --tests --examples' : '--all-targets';
  const features = testedFeatures(facts);
  const targets = `${workspace} ${kinds}${features}`.trim();
  return {
    packageManager: 'cargo',
    install: { command: installCommand(files.includes('Cargo.lock'), targets), scope: 'tree' },
    manifests: files.filter((path) => MANIFEST.test(path)),
    build: `cargo build ${targets}`,
    recompile: `cargo build ${targets}`,
    test: `${files.includes('.config/nextest.toml') ? 'cargo nextest run' : 'cargo test'}${workspace}${features}`,
    lint: `cargo clippy ${targets} -- -D warnings`,
    prelude: '',
    env: { CI: 'true', CARGO_NET_OFFLINE: 'true', CARGO_TERM_COLOR: 'never' },
    notes: nightly
      ? [
          {
            about: 'build',
            text: 'the benchmarks need a nightly compiler (`#![feature(…)]`): they are left out of build and lint',
          },
        ]
      : [],
  };
};

export const rustProfile: Profile = {
  id: 'rust',
  recognisedBy: '`Cargo.toml`',
  example: { files: ['Cargo.toml', 'Cargo.lock'], texts: {} },
  images: ['rust:1'],
  reads: ['Cargo.toml', ...TOOLCHAINS],
  /** Benchmarks show whether all targets can be built, and workflows which features tests need. */
  samples: (paths) => [
    ...paths.filter((path) => BENCH.test(path)).slice(0, MAX_SAMPLES),
    ...rustWorkflows(paths),
  ],
  detects: ({ files }) => files.includes('Cargo.toml'),
  propose,
  reaches: isInWorkspace,
  packages: cargoPackages,
  environment: {
    toolchain: ['RUSTUP_HOME', 'RUSTUP_TOOLCHAIN'],
    mirrors: ['CARGO_HTTP_CAINFO', 'CARGO_HTTP_PROXY'],
  },
  compilesOnInstall: true,
  testsCompile: true,
};
