import type { Profile, RepoFacts } from '../domain/repo-facts.ts';
import { assemblePlan, type Proposal } from './assemble-plan.ts';
import { readableCommand } from './readable-command.ts';

const MANIFEST = /(^|\/)(Cargo\.(toml|lock)|rust-toolchain(\.toml)?)$|^\.cargo\/config(\.toml)?$/;

/** Warming up may fail where the base does not compile; that is for the build check to say. */
const installCommand = (locked: boolean): string =>
  `cargo fetch${locked ? ' --locked' : ''} && { cargo build --all-targets --offline; cargo clippy --all-targets --offline; true; }`;

const propose = ({ files }: RepoFacts): Proposal => ({
  profile: 'rust',
  packageManager: 'cargo',
  install: { command: installCommand(files.includes('Cargo.lock')), scope: 'tree' },
  manifests: files.filter((path) => MANIFEST.test(path)),
  build: 'cargo build --all-targets',
  test: readableCommand('test', files.includes('.config/nextest.toml') ? 'cargo nextest run' : 'cargo test'),
  lint: readableCommand('lint', 'cargo clippy --all-targets -- -D warnings'),
  prelude: '',
  env: { CI: 'true', CARGO_NET_OFFLINE: 'true', CARGO_TERM_COLOR: 'never' },
  notes: [],
});

export const rust: Profile = {
  id: 'rust',
  reads: [],
  detects: ({ files }) => files.includes('Cargo.toml'),
  plan: (facts, config) => assemblePlan(propose(facts), config),
};
