import type { HealthCause, HealthFinding } from '../../domain/evidence/base-health.ts';
import { LANGUAGES } from '../../languages/languages.ts';

type Seen = { readonly cause: HealthCause; readonly what: string };
type Read = (line: string) => Seen | null;

const LONGEST_LINE = 2000;
const MOST_LINES = 50_000;
const LONGEST_NAME = 120;

/** A service by its usual port, and how `[services]` would start it. */
const SERVICES: Readonly<Record<string, readonly [name: string, command: string]>> = {
  '6379': ['redis', 'redis-server --port {port}'],
  '5432': ['postgres', 'postgres -D … -p {port}'],
  '3306': ['mysql', 'mysqld --port {port}'],
  '27017': ['mongo', 'mongod --port {port}'],
  '5672': ['rabbitmq', 'rabbitmq-server'],
  '9200': ['elasticsearch', 'elasticsearch -Ehttp.port={port}'],
  '11211': ['memcached', 'memcached -p {port}'],
  '9092': ['kafka', 'kafka-server-start …'],
};

const REFUSED = /ECONNREFUSED|ConnectionRefusedError|connection refused|Connect call failed/i;
const PORT = /(?:[:\s(']|port )(\d{4,5})\b/;
const UNRESOLVED =
  /EAI_AGAIN|ENOTFOUND|Temporary failure in name resolution|Name or service not known|Could not resolve host|Network is unreachable|ENETUNREACH|no such host|nodename nor servname|Failed to resolve|NameResolutionError|UnknownHostException/;
const NOT_FOUND =
  /(?:^|: )(?:line \d+: |\d+: )?([\w.+-]{1,60}): (?:command )?not found\s*$|command not found: ([\w.+-]{1,60})|spawn ([\w.+/-]{1,60}) ENOENT|exec: "([\w.+/-]{1,60})": executable file not found|No such file or directory: '([\w.+-]{1,60})'/;
const LFS_POINTER = /version https:\/\/git-lfs\.github\.com\/spec|git-lfs\.github\.com/;

const OWN_SERVICE = /^hydra: the service ([\w-]{1,40}) (.{1,200}?):?$/;
const readService: Read = (line) => {
  const found = OWN_SERVICE.exec(line);
  return found === null ? null : { cause: 'service-failed', what: `${found[1]} ${found[2]}` };
};
const readRefused: Read = (line) =>
  REFUSED.test(line)
    ? {
        cause: 'service-refused',
        what: PORT.exec(line.slice(line.search(REFUSED)))?.[1] ?? PORT.exec(line)?.[1] ?? '',
      }
    : null;
const readUnresolved: Read = (line) => (UNRESOLVED.test(line) ? { cause: 'network', what: '' } : null);
const readProgram: Read = (line) => {
  const what = NOT_FOUND.exec(line)
    ?.slice(1)
    .find((part) => part !== undefined);
  return what === undefined ? null : { cause: 'missing-program', what };
};
const readPointer: Read = (line) => (LFS_POINTER.test(line) ? { cause: 'lfs-pointer', what: '' } : null);

const SYMPTOMS = LANGUAGES.flatMap(({ toolchain }) => toolchain.symptoms);
const readSymptom: Read = (line) => {
  for (const { cause, pattern, what } of SYMPTOMS) {
    const found = pattern.exec(line);
    if (found !== null) return { cause, what: what ?? (found[1] ?? found[0]).trim() };
  }
  return null;
};

const READERS: readonly Read[] = [
  readService,
  readRefused,
  readUnresolved,
  readSymptom,
  readProgram,
  readPointer,
];

const describeService = (port: string): Pick<HealthFinding, 'sentence' | 'help'> => {
  const known = Object.hasOwn(SERVICES, port) ? SERVICES[port] : undefined;
  const [name, command] = known ?? ['NAME', 'COMMAND --port {port}'];
  return {
    sentence: `a connection${port === '' ? '' : ` to port ${port}`} was refused${known === undefined ? '' : `: nothing answers as ${name}`}`,
    help: `start it with [services.${name}] command = "${command}"${port === '' ? '' : `, port = ${port}`}`,
  };
};

const describe = ({ cause, what }: Seen): Pick<HealthFinding, 'sentence' | 'help'> => {
  switch (cause) {
    case 'service-refused':
      return describeService(what);
    case 'service-failed':
      return {
        sentence: `the service ${what}`,
        help: `correct [services.${what.split(' ', 1)[0]}]: its command must stay in the foreground`,
      };
    case 'network':
      return {
        sentence: 'a host could not be reached: checks have no network',
        help: 'set [checks.test] network = true if the tests need it',
      };
    case 'missing-module':
      return {
        sentence: `${what} is not installed`,
        help: 'set [scoring.commands] install to a command that installs it too',
      };
    case 'missing-program':
      return {
        sentence: `the program ${what} is not installed`,
        help: `install ${what}, or set [scoring.commands] to commands that do not need it`,
      };
    case 'browser-missing':
      return {
        sentence: `a browser is missing: ${what}`,
        help: 'let [scoring.commands] install fetch it, and [sandbox] image provide what it needs',
      };
    case 'toolchain-version':
      return {
        sentence: `another version of the toolchain is asked for: ${what}`,
        help: 'put that version first on the PATH, or use [sandbox] mode = "container" with an image that has it',
      };
    default:
      return {
        sentence: 'files of Git LFS are pointers: Hydra checks out what git stores',
        help: 'let [scoring.commands] install fetch the files that the tests read',
      };
  }
};

/** What the logs of a failed check show about the machine, the most frequent first. */
export const readSymptoms = (logs: readonly string[]): readonly HealthFinding[] => {
  const counts = new Map<string, { readonly seen: Seen; times: number }>();
  for (const log of logs)
    for (const line of log.split('\n', MOST_LINES)) {
      const cut = line.slice(0, LONGEST_LINE);
      const seen = READERS.map((read) => read(cut)).find((one) => one !== null);
      if (seen === undefined || seen === null) continue;
      const what = seen.what.slice(0, LONGEST_NAME);
      const known = counts.get(`${seen.cause} ${what}`);
      if (known === undefined) counts.set(`${seen.cause} ${what}`, { seen: { ...seen, what }, times: 1 });
      else known.times += 1;
    }
  return [...counts.values()]
    .sort((one, other) => other.times - one.times)
    .map(({ seen, times }) => ({ cause: seen.cause, ...describe(seen), times }));
};
