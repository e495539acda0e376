import { LANGUAGES } from '../../../../core/languages/languages.ts';
import type { OtherPlace } from '../../../../core/domain/work/other-place.ts';
import type { Toolchains } from '../host/find-toolchains.ts';
import { clockAt, seedsAt } from './places.ts';

/** Where registries and their certificates are; not passed on without a network. */
const NETWORK_VARIABLES = [
  ...'SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE GIT_SSL_CAINFO NIX_SSL_CERT_FILE'.split(' '),
  ...'HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY http_proxy https_proxy no_proxy all_proxy'.split(' '),
  ...LANGUAGES.flatMap(({ toolchain }) => toolchain.networkVariables),
];
/** The files or folders that these refer to must be shown too. */
const NAMES_A_FILE = /CERT|_CA_|CAINFO|cafile|FIND_LINKS/;
const HAS_CREDENTIALS = /:\/\/[^/\s@]+@/;

const CONSTANT = { CI: 'true', TERM: 'dumb', NO_COLOR: '1', FORCE_COLOR: '0', SHELL: '/bin/sh' } as const;
const FALLBACK_PATH = '/usr/local/bin:/usr/bin:/bin';

type Variables = Readonly<Record<string, string>>;

/** `trusted` network variables may carry a registry's password; a candidate's may not. */
export const networkVariables = (
  environment: Readonly<Record<string, string | undefined>>,
  trusted: boolean,
): Variables =>
  Object.fromEntries(
    NETWORK_VARIABLES.flatMap((name) => {
      const value = environment[name];
      if (value === undefined || value === '') return [];
      return trusted || !HAS_CREDENTIALS.test(value) ? [[name, value] as const] : [];
    }),
  );

export const filesNamedBy = (variables: Variables): readonly string[] =>
  Object.entries(variables).flatMap(([name, value]) =>
    NAMES_A_FILE.test(name) && value.startsWith('/') ? [value] : [],
  );

export type EnvironmentParts = {
  readonly host: Readonly<Record<string, string | undefined>>;
  readonly toolchains: Toolchains;
  readonly user: string;
  readonly home: string;
  readonly temporary: string;
  readonly reportDir: string;
  readonly reporters: string;
  /** Variables that the policy lets through. */
  readonly allowed: Variables;
  readonly network: Variables;
  readonly job: Variables;
  readonly place: OtherPlace | undefined;
};

/** Built from scratch: a variable that is listed neither here nor in the policy does not reach a command. */
export const jobEnvironment = (parts: EnvironmentParts): Variables => ({
  PATH: parts.toolchains.path.join(':') || FALLBACK_PATH,
  LANG: parts.host['LANG'] ?? 'C.UTF-8',
  ...(parts.host['TZ'] === undefined ? {} : { TZ: parts.host['TZ'] }),
  ...CONSTANT,
  USER: parts.user,
  LOGNAME: parts.user,
  ...parts.toolchains.variables,
  ...parts.network,
  ...parts.allowed,
  ...clockAt(parts.place, parts.host),
  HOME: parts.home,
  TMPDIR: parts.temporary,
  ...parts.job,
  ...seedsAt(parts.place, { ...parts.allowed, ...parts.job }),
  HYDRA_REPORT_DIR: parts.reportDir,
  HYDRA_REPORTERS: parts.reporters,
});
