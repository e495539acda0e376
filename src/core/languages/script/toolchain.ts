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
};
