import { spawnSync } from 'node:child_process';

const works = (program: string, ...words: string[]): boolean =>
  spawnSync(program, words, { stdio: 'ignore' }).status === 0;

const PROBES = {
  sandbox: () => works('bwrap', '--unshare-user', '--ro-bind', '/', '/', 'true'),
  python: () => works('python3', '--version'),
  pytest: () => works('python3', '-m', 'pytest', '--version') || works('pytest', '--version'),
  rustfmt: () => works('rustfmt', '--version'),
  go: () => works('go', 'version'),
  java: () => works('javac', '-version'),
  cargo: () => works('cargo', '--version'),
  rspec: () => works('rspec', '--version'),
  minitest: () => works('ruby', '-e', 'require "minitest"'),
  rubocop: () => works('rubocop', '--version'),
  bundler: () => works('bundle', '--version'),
  cmake: () => works('cmake', '--version') && works('c++', '--version'),
  compiler: () => works('cc', '--version'),
  googletest: () => works('sh', '-c', 'echo "#include <gtest/gtest.h>" | c++ -E -x c++ -'),
  chromium: () => works('chromium', '--version'),
  protobuf: () => works('buf', '--version') || works('protoc', '--version'),
  tracer: () => works('strace', '-f', '-z', '--seccomp-bpf', '-o', '/dev/null', 'true'),
  mounts: () => works('unshare', '--user', '--map-root-user', '--mount', 'true'),
} as const;
type Need = keyof typeof PROBES;

const known = new Map<Need, boolean>();
const holds = (need: Need): boolean => {
  const answer = known.get(need) ?? PROBES[need]();
  known.set(need, answer);
  return answer;
};

/**
 * Requirements of some tests; if the machine lacks one they are skipped, with the reason in their name. Each is
 * checked when it is first needed.
 */
export const has = Object.defineProperties(
  {},
  Object.fromEntries(
    (Object.keys(PROBES) as Need[]).map((need) => [need, { enumerable: true, get: () => holds(need) }]),
  ),
) as Readonly<Record<Need, boolean>>;

const REASONS: Readonly<Record<Need, string>> = {
  sandbox: 'bubblewrap does not work here',
  python: 'python3 is not installed',
  pytest: 'pytest is not installed',
  rustfmt: 'rustfmt is not installed',
  go: 'go is not installed',
  java: 'no JDK is installed',
  cargo: 'cargo is not installed',
  rspec: 'rspec is not installed',
  minitest: 'minitest is not installed',
  rubocop: 'rubocop is not installed',
  bundler: 'bundler is not installed',
  cmake: 'cmake or a C++ compiler is not installed',
  compiler: 'no C compiler is installed',
  googletest: 'GoogleTest is not installed',
  chromium: 'chromium is not installed',
  protobuf: 'neither buf nor protoc is installed',
  tracer: 'strace does not work here',
  mounts: 'user namespaces are not allowed here',
};

/** Appended to a title, so that the list of skipped tests gives the reason. */
export const unless = (what: Need): string => (has[what] ? '' : ` [${REASONS[what]}]`);
