import type { Toolchain } from '../parts/toolchain.ts';

export const pythonToolchain: Toolchain = {
  probes: [
    { what: 'python', command: ['python3', '--version'], for: 'python repositories' },
    { what: 'uv', command: ['uv', '--version'], for: 'python repositories with uv.lock' },
  ],
  programs: ['python', 'python3', 'pip', 'pip3', 'uv', 'poetry', 'pytest', 'ruff', 'mypy'],
  programsByName: ['uv', 'poetry', 'pytest', 'ruff', 'mypy'],
  installationMarks: /^(?:pyvenv\.cfg|conda-meta|lib\/(?:python|pypy)\d[\w.]*)$/,
  versionManagers: [{ on: '.pyenv', shows: ['.pyenv'], variable: ['PYENV_ROOT', '.pyenv'] }],
  folderVariables: ['PYENV_ROOT'],
  behindShims: { PYENV_ROOT: ['version', 'versions'] },
  registrySettings: ['.config/pip/pip.conf', '.pip/pip.conf', '.config/uv/uv.toml'],
  systemSettings: ['/etc/pip.conf'],
  networkVariables: [
    'REQUESTS_CA_BUNDLE',
    'PIP_CERT',
    'PIP_INDEX_URL',
    'PIP_EXTRA_INDEX_URL',
    'PIP_FIND_LINKS',
    'UV_INDEX_URL',
    'UV_DEFAULT_INDEX',
    'UV_EXTRA_INDEX_URL',
  ],
  otherOrder: (seed) => ({ sets: { PYTHONHASHSEED: String(seed) } }),
  mixedFolders: [],
  symptoms: [
    // Removed in newer releases of Python: the project needs an older one.
    {
      cause: 'toolchain-version',
      pattern:
        /(cannot import name '\w{1,60}' from 'collections'|module 'collections' has no attribute '\w{1,60}'|No module named '(?:distutils|imp|asyncore|asynchat|smtpd|cgi|pipes)')/,
    },
    { cause: 'missing-module', pattern: /No module named '?([\w.]{1,100})'?/ },
    { cause: 'missing-module', pattern: /fixture '([\w]{1,100})' not found/ },
    { cause: 'toolchain-version', pattern: /requires a different Python: (.{1,100})/ },
    { cause: 'toolchain-version', pattern: /(requires-python.{1,100}|Requires-Python .{1,60})/ },
  ],
};
