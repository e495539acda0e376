import type { Toolchain } from '../parts/toolchain.ts';

export const goToolchain: Toolchain = {
  probes: [{ what: 'go', command: ['go', 'version'], for: 'go repositories' }],
  programs: ['go', 'golangci-lint'],
  versionManagers: [{ on: '.goenv', shows: ['.goenv'], variable: ['GOENV_ROOT', '.goenv'] }],
  folderVariables: ['GOROOT', 'GOENV_ROOT'],
  behindShims: {},
  registrySettings: ['.config/go/env'],
  systemSettings: [],
  networkVariables: ['GOPROXY', 'GONOPROXY', 'GOSUMDB', 'GONOSUMDB', 'GOPRIVATE'],
  otherOrder: { GOFLAGS: '-shuffle=17' },
  mixedFolders: [],
};
