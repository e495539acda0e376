import type { DoctorProbe, Toolchain } from '../parts/toolchain.ts';

const manager = (what: string): DoctorProbe => ({
  what,
  command: [what, '--version'],
  for: 'js-node repositories that use it',
});

export const scriptToolchain: Toolchain = {
  probes: [
    { what: 'npm', command: ['npm', '--version'], for: 'js-node repositories' },
    manager('pnpm'),
    manager('yarn'),
    manager('bun'),
  ],
  programs: ['node', 'npm', 'npx', 'pnpm', 'yarn', 'bun', 'deno', 'corepack'],
  programsByName: ['pnpm', 'yarn', 'bun', 'deno', 'corepack'],
  installationMarks: /^(?:include\/node|lib\/node_modules)$/,
  versionManagers: [
    { on: '.nvm', shows: ['.nvm/versions'] },
    { on: '.volta', shows: ['.volta'], variable: ['VOLTA_HOME', '.volta'] },
    { on: '.local/state/fnm_multishells', shows: ['.local/share/fnm', '.local/state/fnm_multishells'] },
    { on: '.nodenv', shows: ['.nodenv'], variable: ['NODENV_ROOT', '.nodenv'] },
    { on: '.bun', shows: ['.bun/bin'] },
    { on: '.deno', shows: ['.deno/bin'] },
  ],
  folderVariables: ['VOLTA_HOME', 'NODENV_ROOT'],
  behindShims: { VOLTA_HOME: ['tools/user/platform.json', 'tools/image/node'] },
  registrySettings: ['.npmrc', '.yarnrc', '.yarnrc.yml', '.bunfig.toml'],
  systemSettings: ['/etc/npmrc'],
  networkVariables: [
    'NODE_EXTRA_CA_CERTS',
    'npm_config_registry',
    'NPM_CONFIG_REGISTRY',
    'npm_config_cafile',
    'YARN_NPM_REGISTRY_SERVER',
  ],
  mixedFolders: ['.npm'],
  symptoms: [
    { cause: 'missing-module', pattern: /Cannot find (?:module|package) '([^'./][^']{0,150})'/ },
    { cause: 'missing-module', pattern: /Failed to resolve import "([^"./][^"]{0,150})"/ },
    {
      cause: 'toolchain-version',
      pattern: /(?:EBADENGINE|Unsupported engine|engine "node" is incompatible)(.{0,120})/,
    },
    { cause: 'toolchain-version', pattern: /(ERR_UNKNOWN_FILE_EXTENSION.{0,80}|bad option: .{1,80})/ },
    {
      cause: 'toolchain-version',
      pattern: /ERR_OSSL_EVP_UNSUPPORTED|error:0308010C/,
      what: 'Node 16, or NODE_OPTIONS=--openssl-legacy-provider before the command',
    },
    {
      cause: 'browser-missing',
      pattern: /(Executable doesn't exist at .{1,120}|Could not find (?:Chrome|Chromium).{0,60})/,
    },
  ],
};
