import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { containerArguments } from '../../../../../src/shell/adapters/workspaces/container/container-arguments.ts';
import { readContainerEnd } from '../../../../../src/shell/adapters/workspaces/container/container-process.ts';
import { usualLimits } from '../../../../../src/shell/adapters/workspaces/limits/job-limits.ts';
import { withoutNamespaces } from '../../../../../src/shell/adapters/workspaces/container/seccomp-profile.ts';

const engine = {
  kind: 'docker',
  program: '/usr/bin/docker',
  version: '1',
  rootless: false,
  bounds: { memory: true, processes: true },
  seccompFile: null,
  environment: {},
} as const;
const parts = {
  name: 'hydra-x',
  container: {
    engine,
    imageId: 'sha256:abc',
    user: { uid: 1234, gid: 1235 },
    seccomp: null,
    most: { openFiles: 5000, processes: 6000 },
  },
  network: false,
  seccompFile: null,
  writable: [['/copy', '/workspace']] as const,
  readable: [['/reporters', '/hydra/reporters']] as const,
  command: 'npm test',
  joined: true,
  limits: { ...usualLimits(), processes: 100, memoryBytes: 1e9 },
  timeoutMs: 5000,
};

const pairsOf = (args: readonly string[]) => args.map((word, at) => `${word} ${args[at + 1] ?? ''}`);

test('a container gets only what is listed here', () => {
  const args = containerArguments(parts);
  const before = args.slice(0, args.indexOf('sha256:abc'));
  expect(pairsOf(before)).toEqual(
    expect.arrayContaining([
      '--cap-drop ALL',
      '--security-opt no-new-privileges',
      '--network none',
      '--user 1234:1235',
      '--pids-limit 150',
      '--memory 1000000000',
      '--memory-swap 1000000000',
      '--pull never',
      '--mount type=bind,source=/copy,target=/workspace',
      '--mount type=bind,source=/reporters,target=/hydra/reporters,readonly',
    ]),
  );
  expect(before).toEqual(expect.arrayContaining(['run', '--rm', '--read-only', '--interactive']));
  const never =
    /^--(privileged|volume|device|publish|pid|ipc|cap-add|env|env-host|env-file|timeout|userns)\b/;
  expect(before.filter((word) => never.test(word))).toEqual([]);
});

test('podman has a clock of its own, and keeps the user if it is rootless', () => {
  const container = { ...parts.container, engine: { ...engine, kind: 'podman', rootless: true } as const };
  const pairs = pairsOf(containerArguments({ ...parts, container }));
  for (const pair of [
    '--timeout 35',
    '--userns keep-id',
    '--ulimit nproc=6000:6000',
    '--ulimit nofile=5000:5000',
  ])
    expect(pairs).toContain(pair);
});

test('limits that a kernel lacks are not requested; a network only if it is allowed', () => {
  const bounds = { memory: false, processes: false };
  const container = { ...parts.container, engine: { ...engine, bounds } };
  const args = containerArguments({ ...parts, container, network: true });
  for (const flag of ['--memory', '--memory-swap', '--pids-limit', '--network'])
    expect(args).not.toContain(flag);
});

/** As Go's csv reader splits a line; both engines use it. */
const fieldsOf = (line: string): readonly string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );

test('no path can add an option to a mount', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, unit: fc.constantFrom('/', ',', '"', ':', '=', ' ', 'a', '\\') }),
      (path) => {
        const args = containerArguments({ ...parts, writable: [[`/${path}`, '/workspace']], readable: [] });
        const line = args[args.indexOf('--mount') + 1] ?? '';
        expect(fieldsOf(line)).toEqual(['type=bind', `source=/${path}`, 'target=/workspace']);
      },
    ),
  );
});

test('every exit code of an engine has one meaning', () => {
  const { limits } = parts;
  for (let code = 0; code < 256; code += 1) {
    const end = readContainerEnd(code, limits);
    if ([125, 126, 127].includes(code)) expect(end).toEqual({ ran: false });
    else if ([225, 226, 227].includes(code)) expect(end).toEqual({ exitCode: code - 100 });
    else if (code === 228) expect(end).toEqual({ stop: { why: 'memory', maxBytes: 1e9 } });
    else if (code === 229) expect(end).toEqual({ stop: { why: 'processes', most: 100 } });
    else expect(end).toEqual({ exitCode: code });
  }
});

test('a filter of system calls becomes narrower, and an unreadable one is ignored', () => {
  const profile = {
    defaultAction: 'SCMP_ACT_ERRNO',
    architectures: ['SCMP_ARCH_X86_64'],
    syscalls: [
      { names: ['read', 'clone', 'mount'], action: 'SCMP_ACT_ALLOW' },
      { names: ['setns', 'unshare'], action: 'SCMP_ACT_ALLOW', includes: { caps: ['CAP_SYS_ADMIN'] } },
    ],
  };
  const narrow = JSON.parse(withoutNamespaces(JSON.stringify(profile)) ?? '') as typeof profile;
  expect(narrow).toMatchObject({ defaultAction: 'SCMP_ACT_ERRNO', architectures: ['SCMP_ARCH_X86_64'] });
  const allowed = narrow.syscalls.filter(({ action }) => action === 'SCMP_ACT_ALLOW');
  expect(allowed.map(({ names }) => names)).toEqual([['read'], ['clone']]);
  expect(allowed[1]).toMatchObject({ args: [{ value: 2_114_060_288 }] });
  for (const text of ['', '{}', '[]', '{"syscalls":1}', '{"defaultAction":"x","syscalls":[{"names":[1]}]}'])
    expect(withoutNamespaces(text)).toBeNull();
});
