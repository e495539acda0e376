import type { HydraConfig } from '../domain/policy/hydra-config.ts';
import type { ProfileEnvironment } from '../languages/parts/profile.ts';

/** Proxies may carry a password: only the installation sees them. */
const NETWORK = (
  'HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy ' +
  'SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE REQUESTS_CA_BUNDLE NODE_EXTRA_CA_CERTS'
).split(' ');

/** Names of the user's variables that a check may see: the toolchain's, and what `[checks.*] env` lists. */
export const checkEnvironment = (
  { toolchain }: ProfileEnvironment,
  { checks }: HydraConfig,
): readonly string[] => {
  const { build, test, lint, types, security } = checks;
  return unique([...toolchain, ...[build, test, lint, types, security].flatMap(({ env }) => env)]);
};

export const installEnvironment = (
  { toolchain, mirrors }: ProfileEnvironment,
  { checks }: HydraConfig,
): readonly string[] => unique([...toolchain, ...NETWORK, ...mirrors, ...checks.install.env]);

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];
