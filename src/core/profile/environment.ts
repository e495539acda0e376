import type { HydraConfig, ProfileId } from '../domain/policy/hydra-config.ts';

type Names = Readonly<Record<ProfileId | 'custom', readonly string[]>>;

/** Where tools are found. Everybody may know. */
const TOOLCHAIN: Names = {
  'js-node': [],
  python: ['PYENV_ROOT', 'PYENV_VERSION'],
  rust: ['RUSTUP_HOME', 'RUSTUP_TOOLCHAIN'],
  go: ['GOROOT', 'GOTOOLCHAIN'],
  'java-maven': ['JAVA_HOME', 'MAVEN_HOME'],
  'java-gradle': ['JAVA_HOME', 'GRADLE_HOME'],
  custom: [],
};

/** Proxies and mirrors may carry a password: only the installation sees them. */
const NETWORK = (
  'HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy ' +
  'SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE REQUESTS_CA_BUNDLE NODE_EXTRA_CA_CERTS'
).split(' ');

const MIRRORS: Names = {
  'js-node': [
    'npm_config_registry',
    'NPM_CONFIG_REGISTRY',
    'YARN_NPM_REGISTRY_SERVER',
    'COREPACK_NPM_REGISTRY',
  ],
  python: 'PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_CERT PIP_FIND_LINKS UV_INDEX_URL UV_DEFAULT_INDEX'.split(
    ' ',
  ),
  rust: ['CARGO_HTTP_CAINFO', 'CARGO_HTTP_PROXY'],
  go: ['GOPROXY', 'GOSUMDB', 'GONOSUMDB', 'GOPRIVATE'],
  'java-maven': ['MAVEN_OPTS', 'MVNW_REPOURL'],
  'java-gradle': ['GRADLE_OPTS'],
  custom: [],
};

/** Names of the user's variables that a check may see: the toolchain's, and what `[checks.*] env` lists. */
export const checkEnvironment = (
  profile: ProfileId | 'custom',
  { checks }: HydraConfig,
): readonly string[] => {
  const { build, test, lint, security } = checks;
  return unique([...TOOLCHAIN[profile], ...[build, test, lint, security].flatMap(({ env }) => env)]);
};

export const installEnvironment = (
  profile: ProfileId | 'custom',
  { checks }: HydraConfig,
): readonly string[] =>
  unique([...TOOLCHAIN[profile], ...NETWORK, ...MIRRORS[profile], ...checks.install.env]);

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];
