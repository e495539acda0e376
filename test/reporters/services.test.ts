import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HydraConfig } from '../../src/core/domain/policy/hydra-config.ts';
import { servicePrelude } from '../../src/core/profile/service-prelude.ts';
import { REPORTERS } from './run-reporter.ts';

const SERVER = `node -e "require('node:http').createServer((_, r) => r.end('pong')).listen({port}, '127.0.0.1')"`;
const ASK = `node -e "fetch(process.env.ECHO_URL).then((r) => r.text()).then(console.log)"`;

/** A check as planned, and the contents of its temporary folder. */
const check = (service: object, command: string) => {
  const temporary = mkdtempSync(join(tmpdir(), 'hydra-services-test-'));
  try {
    const { services } = HydraConfig.parse({ services: { echo: service } });
    const ran = spawnSync('sh', ['-c', `${servicePrelude(services, 'test')}${command}`], {
      env: { PATH: process.env['PATH'], TMPDIR: temporary, HYDRA_REPORTERS: REPORTERS },
      encoding: 'utf8',
    });
    return { code: ran.status, out: ran.stdout, err: ran.stderr, left: readdirSync(temporary) };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
};

const isGone = (pid: string): boolean =>
  /Z \(zombie\)/.test(
    spawnSync('grep', ['State', `/proc/${pid.trim()}/status`], { encoding: 'utf8' }).stdout,
  ) || spawnSync('kill', ['-0', pid.trim()]).status !== 0;

test('a service answers under its port, and is gone with the check, whose exit code stays', () => {
  const env = { ECHO_URL: "http://127.0.0.1:{port}/it's here" };
  const asked = check(
    { command: SERVER, env },
    `echo $hydra_service_pids; ${ASK}; test "$ECHO_PORT" -gt 0; exit 7`,
  );
  const [pid = '', answer] = asked.out.split('\n');
  expect(asked).toMatchObject({ code: 7, left: [] });
  expect(answer).toBe('pong');
  expect(isGone(pid)).toBe(true);
});

test('a command reports when it is ready, and has its own folder', () => {
  const slow = { command: 'sleep 0.3; touch {dir}/up; sleep 60', ready: 'test -e {dir}/up' };
  expect(check(slow, 'echo ran')).toMatchObject({ code: 0, out: 'ran\n', left: [] });
});

test('one that ends or never answers keeps the check from running, with the reason', () => {
  const ended = check({ command: 'echo no such option; exit 2' }, 'echo ran');
  expect(ended).toMatchObject({ code: 87, out: '', left: [] });
  expect(ended.err).toBe('hydra: the service echo ended before it was ready:\nno such option\n');
  const silent = check({ command: 'sleep 60', timeout_seconds: 1 }, 'echo ran');
  expect(silent).toMatchObject({ code: 87, out: '' });
  expect(silent.err).toContain('was not ready after 1 s; raise [services.echo] timeout_seconds');
});

test('a port that is taken is not mistaken for the service', () => {
  const twice = `${servicePrelude(HydraConfig.parse({ services: { echo: { command: SERVER } } }).services, 'test')}
export A=$ECHO_PORT; . "$HYDRA_REPORTERS/services.sh"; hydra_service other "$A" 5 'sleep 60' ''; echo ran`;
  const ran = spawnSync('sh', ['-c', twice], {
    env: { PATH: process.env['PATH'], HYDRA_REPORTERS: REPORTERS },
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect(ran.stdout).toBe('');
  expect(ran.stderr).toContain('which is taken');
});

test('only the listed checks get it', () => {
  const { services } = HydraConfig.parse({ services: { echo: { command: SERVER, checks: ['build'] } } });
  expect(servicePrelude(services, 'test')).toBe('');
  expect(servicePrelude(services, 'build')).toContain('hydra_service');
  expect(HydraConfig.safeParse({ services: { 'a b': { command: 'x' } } }).success).toBe(false);
});
