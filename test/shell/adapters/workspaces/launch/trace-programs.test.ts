import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programsIn } from '../../../../../src/shell/adapters/workspaces/launch/trace-programs.ts';
import type { Workspace } from '../../../../../src/shell/ports/workspaces.ts';
import { has, unless } from '../../../../support/needs.ts';
import { type Fixture, makeFixture } from '../workspace-fixture.ts';

const AROUND = { workspace: '/home/dev/project', home: '/home/dev', user: 'dev', host: 'box' };

test('a tracer reports names that are the same in all surroundings', () => {
  const text = `12 execve("/usr/bin/node", [...], 0x7ffe /* 3 vars */) = 0
13 execve("/home/dev/project/node_modules/.bin/tsc", [...], 0x7ffe /* 3 vars */) = 0
13 execveat(AT_FDCWD, "/home/dev/.local/bin/tool", [...], 0x7ffe, 0) = 0
14 execve("/tmp/pytest-of-dev/a1b2/run.sh", [...], 0x7ffe /* 3 vars */) = 0
14 execve("/usr/local/bin/node", [...], 0x7ffe /* 3 vars */) = 0
14 +++ exited with 0 +++
15 write(1, "16 execve(\\"/usr/bin/never\\"", 20) = 20
12 +++ killed by SIGKILL +++
`;
  expect(programsIn(text, AROUND)).toEqual([
    './node_modules/.bin/tsc',
    '/tmp/*',
    'node',
    '~/.local/bin/tool',
  ]);
});

describe.skipIf(!has.sandbox)(`in a sandbox${unless('sandbox')}`, () => {
  let fixture: Fixture;
  let workspace: Workspace;
  beforeAll(async () => {
    fixture = await makeFixture('auto');
    const commit = fixture.commit("printf '#!/bin/sh\\necho mine\\n' > own.sh; chmod +x own.sh");
    const workspaces = await fixture.open();
    workspace = await workspaces.create(
      await workspaces.prepareBase(commit, null, `${fixture.folder}/i`),
      [],
    );
  });
  afterAll(async () => {
    await workspace.dispose();
    await fixture.remove();
  });
  const programsOf = async (command: string, traced: true | undefined, timeoutMs = 60_000) => {
    const { ran, output } = await fixture.run(workspace, command, { traced, timeoutMs });
    return { ran, output, programs: ran.status === 'not-started' ? undefined : ran.programs };
  };

  test.skipIf(!has.tracer)(`programs are detected however they are started${unless('tracer')}`, async () => {
    const command = `(setsid /usr/bin/env true &) ; ./own.sh; ./no-such-program; sh -c 'exec sleep 0.01'
      grep TracerPid /proc/self/status; exit 7`;
    const { ran, output, programs } = await programsOf(command, true);
    expect(ran).toMatchObject({ status: 'exited', exitCode: 7 });
    expect(output).toMatch(/^mine$/m);
    // A traced program cannot read it in its own status.
    expect(output).toMatch(/^TracerPid:\s+0$/m);
    expect(programs).toEqual(expect.arrayContaining(['./own.sh', 'env', 'grep', 'sleep', 'true']));
    expect(programs).not.toContain('./no-such-program');
  });

  test('programs are traced only on request, and a signal is reported as it is', async () => {
    expect((await programsOf('true', undefined)).programs).toBeUndefined();
    expect((await programsOf('kill -SEGV $$', true)).ran).toMatchObject({
      status: 'killed',
      signal: 'SIGSEGV',
    });
    expect((await programsOf('sleep 60 & sleep 60', true, 500)).ran).toMatchObject({ status: 'timed-out' });
  });
});
