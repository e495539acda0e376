import type { Toolchain } from '../parts/toolchain.ts';

export const goToolchain: Toolchain = {
  probes: [{ what: 'go', command: ['go', 'version'], for: 'go repositories' }],
  programs: ['go', 'golangci-lint'],
  programsByName: ['golangci-lint'],
  installationMarks: /^(?:go\.env|src\/runtime)$/,
  versionManagers: [{ on: '.goenv', shows: ['.goenv'], variable: ['GOENV_ROOT', '.goenv'] }],
  folderVariables: ['GOROOT', 'GOENV_ROOT'],
  behindShims: {},
  registrySettings: ['.config/go/env'],
  systemSettings: [],
  networkVariables: ['GOPROXY', 'GONOPROXY', 'GOSUMDB', 'GONOSUMDB', 'GOPRIVATE'],
  otherOrder: (seed) => ({ adds: { GOFLAGS: `-shuffle=${seed}` } }),
  mixedFolders: [],
  symptoms: [
    { cause: 'missing-module', pattern: /no required module provides package ([^\s;]{1,150})/ },
    { cause: 'missing-module', pattern: /cannot find (?:module providing )?package "?([^\s";]{1,150})/ },
    { cause: 'toolchain-version', pattern: /(go(?:\.mod|\.work)? requires go >= ?[\d.]{1,20}.{0,60})/ },
  ],
};
