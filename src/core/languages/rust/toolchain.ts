import type { Toolchain } from '../parts/toolchain.ts';

export const rustToolchain: Toolchain = {
  probes: [
    { what: 'cargo', command: ['cargo', '--version'], for: 'rust repositories' },
    { what: 'rustfmt', command: ['rustfmt', '--version'], for: 'formatter-aware churn of Rust' },
    { what: 'clippy', command: ['cargo', 'clippy', '--version'], for: 'lint of Rust' },
  ],
  programs: ['cargo', 'rustc'],
  installationMarks: /^lib\/rustlib$/,
  versionManagers: [
    { on: '.cargo/bin', shows: ['.cargo/bin', '.rustup'], variable: ['RUSTUP_HOME', '.rustup'] },
  ],
  folderVariables: ['RUSTUP_HOME'],
  behindShims: { RUSTUP_HOME: ['settings.toml', 'update-hashes', 'toolchains'] },
  registrySettings: ['.cargo/config.toml', '.cargo/config'],
  systemSettings: [],
  networkVariables: ['CARGO_HTTP_CAINFO'],
  formatterVariables: ['RUSTUP_HOME', 'RUSTUP_TOOLCHAIN', 'CARGO_HOME'],
  mixedFolders: ['.cargo'],
  symptoms: [
    { cause: 'missing-module', pattern: /no matching package named `([^`]{1,100})`/ },
    { cause: 'missing-module', pattern: /The system library `([^`]{1,100})` required/ },
    { cause: 'toolchain-version', pattern: /((?:requires|is not supported by) rustc .{1,80})/ },
  ],
};
