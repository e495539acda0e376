// Speaks podman's language and runs each "container" in bubblewrap on this machine's own programs: for tests where no
// engine is installed. Every option must be a known one, so that none is made up.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const IMAGE = 'localhost/hydra-tests:1';
const IMAGE_ID = 'f'.repeat(64);
const ENGINE_FAILED = 125;
const isRoot = process.getuid() === 0;
const state = join(tmpdir(), `hydra-stand-in-${process.getuid()}`);
mkdirSync(state, { recursive: true, mode: 0o700 });

const fail = (message) => {
  process.stderr.write(`Error: ${message}\n`);
  process.exit(ENGINE_FAILED);
};
const fileOf = (name) =>
  /^[\w.-]+$/.test(name) ? join(state, `${name}.json`) : fail(`no such container: ${name}`);
const pidOf = (name) => JSON.parse(readFileSync(fileOf(name), 'utf8')).pid;

const tryKill = (pid) => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
};

const FLAGS = new Set(['rm', 'interactive', 'read-only', 'read-only-tmpfs']);
const VALUES = new Set(
  'pull cap-drop security-opt hostname log-driver workdir entrypoint tmpfs name label network user pids-limit memory memory-swap ulimit timeout userns mount env'.split(
    ' ',
  ),
);

const parseRun = (args) => {
  const options = { mount: [], env: [], ulimit: [] };
  let at = 0;
  for (; args[at]?.startsWith('--'); at += 1) {
    const [name, inline] = args[at].slice(2).split('=', 2);
    if (FLAGS.has(name)) options[name] = inline ?? 'true';
    else if (!VALUES.has(name)) fail(`unknown flag: --${name}`);
    else if (Array.isArray(options[name])) options[name].push(args[(at += 1)]);
    else options[name] = args[(at += 1)];
  }
  return { options, image: args[at], command: args.slice(at + 1) };
};

/** One line of comma separated values, some of them in quotes. */
const fieldsOf = (line) =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain,
  );

const bindOf = (line) => {
  const fields = fieldsOf(line);
  const valueOf = (key) => fields.find((field) => field.startsWith(`${key}=`))?.slice(key.length + 1);
  const source = valueOf('source');
  if (!existsSync(source)) fail(`statfs ${source}: no such file or directory`);
  return [fields.includes('readonly') ? '--ro-bind' : '--bind', source, valueOf('target')];
};

const words = (text) => text.split(' ');
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/etc/alternatives', '/etc/ld.so.cache'];

const sandboxArguments = ({ options, command }) => {
  const [uid, gid] = options.user.split(':');
  const become = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs'];
  return [
    ...(isRoot
      ? ['--cap-drop', 'ALL', '--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID']
      : ['--unshare-user', '--uid', uid, '--gid', gid, '--cap-drop', 'ALL', '--disable-userns']),
    ...words('--unshare-pid --unshare-ipc --unshare-uts --as-pid-1 --new-session --json-status-fd 3'),
    ...words(`--hostname ${options.hostname} --proc /proc --dev /dev`),
    ...(options.network === 'none' ? ['--unshare-net'] : []),
    ...['/etc', '/home', '/hydra'].flatMap((path) => ['--perms', '0755', '--dir', path]),
    ...SYSTEM.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['sys', 'sysrq-trigger', 'irq'].flatMap((name) => ['--ro-bind-try', `/proc/${name}`, `/proc/${name}`]),
    ...words('--perms 1777 --tmpfs /tmp'),
    ...options.mount.flatMap(bindOf),
    ...words(`--remount-ro / --chdir ${options.workdir} --clearenv --setenv PATH /usr/bin:/bin`),
    ...options.env.flatMap((text) => ['--setenv', text.split('=', 1)[0], text.slice(text.indexOf('=') + 1)]),
    '--',
    ...(isRoot ? become : []),
    options.entrypoint,
    ...command,
  ];
};

const run = (args) => {
  const asked = parseRun(args);
  const { options, image } = asked;
  if (image !== IMAGE_ID) fail(`${image}: image not known`);
  const record = fileOf(options.name);
  const child = spawn('bwrap', sandboxArguments(asked), {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    detached: true,
  });
  let status = '';
  child.stdio[3].on('data', (chunk) => {
    status += chunk;
    const pid = /"child-pid":\s*(\d+)/.exec(status)?.[1];
    if (pid !== undefined && !existsSync(record)) writeFileSync(record, JSON.stringify({ pid: Number(pid) }));
  });
  child.on('close', (code) => {
    rmSync(record, { force: true });
    process.exitCode = status.includes('"exit-code"')
      ? code
      : status.includes('child-pid')
        ? 137
        : ENGINE_FAILED;
  });
};

const info = {
  version: { Version: '0.0-stand-in' },
  host: { cgroupVersion: 'v2', cgroupControllers: [], security: { rootless: !isRoot } },
};
const COMMANDS = {
  info: () => console.log(JSON.stringify(info)),
  image: (rest) => (rest.at(-1) === IMAGE ? console.log(IMAGE_ID) : fail(`${rest.at(-1)}: image not known`)),
  pull: (rest) => fail(`pinging registry for ${rest.at(-1)}: no route to host`),
  ps: () => readdirSync(state).forEach((name) => console.log(name.replace(/\.json$/, ''))),
  kill: (rest) => {
    if (!existsSync(fileOf(rest.at(-1)))) fail(`no such container: ${rest.at(-1)}`);
    tryKill(pidOf(rest.at(-1)));
  },
  rm: (rest) => {
    const record = fileOf(rest.at(-1));
    if (!existsSync(record)) return;
    tryKill(pidOf(rest.at(-1)));
    rmSync(record, { force: true });
  },
  run,
};

const [command, ...rest] = process.argv.slice(2);
if (COMMANDS[command] === undefined) fail(`unknown command: ${command}`);
COMMANDS[command](rest);
