import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Work } from '../../../src/core/domain/work/work.ts';
import { type StepResult, WorkEvent, WorkResult } from '../../../src/core/domain/work/work-result.ts';
import type { Cores } from '../../../src/shell/adapters/dispatch/lane-scheduler.ts';
import type { Dispatch, Dispatcher } from '../../../src/shell/ports/dispatcher.ts';
import {
  changesBetween,
  type Fixture,
  installPlan,
  makeFixture,
} from '../adapters/workspaces/workspace-fixture.ts';
import { step, work } from './work-builders.ts';

export type Opened = Dispatch & { readonly close: () => Promise<void> };

const KEY = createHash('sha256').update('kept').digest('hex');
const OTHER_KEY = createHash('sha256').update('never kept').digest('hex');

/** What every dispatcher promises. `open` is called once for all tests, and once for each test with cores of its own. */
export const describeDispatcher = (
  name: string,
  open: (fixture: Fixture, cores: Cores) => Promise<Opened>,
): void => {
  describe(`dispatcher: ${name}`, () => {
    let fixture: Fixture;
    let commit: string;
    let opened: Opened;
    let folder: string;
    const run: Dispatcher['run'] = (...given) => opened.dispatcher.run(...given);

    const textOf = async (blob: StepResult['log']): Promise<string | null> => {
      if (blob === null) return null;
      const path = join(folder, blob.sha256);
      await opened.blobs.copyTo(blob, path);
      const content = await readFile(path);
      expect(createHash('sha256').update(content).digest('hex')).toBe(blob.sha256);
      expect(content.byteLength).toBe(blob.bytes);
      return content.toString('utf8');
    };

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'hydra-contract-'));
      fixture = await makeFixture('auto');
      commit = fixture.commit('echo one > one.txt; echo two > two.txt');
      opened = await open(fixture, { jobs: 2, oversubscribeWhenIdle: false });
    });
    afterAll(async () => {
      await opened.dispatcher.dropKept();
      await opened.close();
      await fixture.remove();
      await rm(folder, { recursive: true, force: true });
    });

    test('the same work may be requested twice at once', async () => {
      const given = work(commit, [step('cat one.txt')], { id: 'twice' });
      const results = await Promise.all([run(given), run(given), run(given)]);
      for (const { steps } of results)
        expect(steps).toMatchObject([{ outcome: { status: 'exited', exitCode: 0 } }]);
    });

    test('steps run in order in one workspace; logs come back by digest', async () => {
      const given = work(commit, [step('cat one.txt > made; echo built'), step('cat made; exit 3')], {
        id: 'a',
      });
      const result = await run(Work.parse(JSON.parse(JSON.stringify(given))));
      expect(result).toMatchObject({
        id: 'a',
        leftOut: [],
        steps: [
          { at: 0, outcome: { status: 'exited', exitCode: 0 }, stdout: null, reports: [], kept: false },
          { at: 1, outcome: { status: 'exited', exitCode: 3 } },
        ],
      });
      expect(await textOf(result.steps[0]?.log ?? null)).toBe('built\n');
      expect(await textOf(result.steps[1]?.log ?? null)).toBe('one\n');
      expect(WorkResult.parse(JSON.parse(JSON.stringify(result)))).toEqual(result);
    });

    test('changes are laid over the base by their blobs', async () => {
      const other = fixture.commit('echo changed > one.txt; rm two.txt; mkdir -p deep; echo d > deep/file');
      const changes = changesBetween(fixture, commit, other);
      const result = await run(work(commit, [step('ls -d *.txt deep/*; cat one.txt')], { changes }));
      expect(await textOf(result.steps[0]?.log ?? null)).toBe('deep/file\none.txt\nchanged\n');
    });

    test('harness files are put back after each step, which lists them', async () => {
      const tested = fixture.commit('mkdir -p test; echo t > test/a.test.js');
      const steps = [step('rm test/a.test.js'), step('cat test/a.test.js')];
      const result = await run(work(tested, steps));
      expect(result.steps.map(({ altered }) => altered)).toEqual([['test/a.test.js'], []]);
      expect(await textOf(result.steps[1]?.log ?? null)).toBe('t\n');
    });

    test('a change that cannot be written is an outcome, not a failure of the dispatcher', async () => {
      const changes = [{ path: 'x'.repeat(1000), mode: '100644', blob: fixture.blob('x') }];
      const { steps } = await run(work(commit, [step('true', { attempts: 2 })], { changes }));
      expect(steps).toMatchObject([{ outcome: { status: 'not-started' }, log: null }]);
    });

    test('requested reports come back by name and digest', async () => {
      const command = `echo out; echo err >&2; echo a > "$HYDRA_REPORT_DIR/t-1.json"
        echo b > "$HYDRA_REPORT_DIR/t-2.json"; ln -s /etc/passwd "$HYDRA_REPORT_DIR/t-3.json"
        mkdir -p r; echo x > r/x.xml; echo "$HYDRA_REPORT_DIR" > "$HYDRA_REPORT_DIR/carried"`;
      const wanted = [
        step(command, { report: { from: 'stdout' }, separateStdout: true }),
        step(command, { report: { from: 'log' } }),
        step(command, { report: { from: 'report-file', name: 't-*.json' }, output: 'carried' }),
        step(command, { report: { from: 'workspace-files', pattern: 'r/*.xml' } }),
      ];
      const { steps } = await run(work(commit, wanted));
      const reports = await Promise.all(
        steps.map((one) =>
          Promise.all(one.reports.map(async ({ name, blob }) => [name, await textOf(blob)])),
        ),
      );
      expect(reports).toEqual([
        [['stdout', 'out\n']],
        [['log', 'out\nerr\n']],
        [
          ['t-1.json', 'a\n'],
          ['t-2.json', 'b\n'],
        ],
        [['r/x.xml', 'x\n']],
      ]);
      expect(await textOf(steps[0]?.log ?? null)).toBe('err\n');
      const output = steps[2]?.output ?? null;
      expect(steps[1]?.output).toBeNull();
      const files = [{ name: 'carried', blob: output! }];
      const again = await run(work(commit, [step('cat "$HYDRA_REPORT_DIR/carried"', { files })]));
      expect(await textOf(again.steps[0]?.log ?? null)).toBe(await textOf(output));
    });

    test('environment and limits belong to the work', async () => {
      const base = {
        commit,
        install: null,
        environment: { LET_THROUGH: 'yes' },
        limits: { outputBytes: 100_000 },
      };
      const steps = [
        step('echo "$LET_THROUGH $OWN"', { env: { OWN: 'too' } }),
        step('yes | head -c 10000000; sleep 60'),
      ];
      const result = await run(work(commit, steps, { base }));
      expect(await textOf(result.steps[0]?.log ?? null)).toBe('yes too\n');
      expect(result.steps[1]?.outcome).toMatchObject({ status: 'killed' });
      const other = await run(work(commit, [step('echo "[$LET_THROUGH]"')]));
      expect(await textOf(other.steps[0]?.log ?? null)).toBe('[]\n');
    });

    test('the base is installed on the way, if that was not requested before', async () => {
      const install = installPlan({ command: 'mkdir deps && echo here > deps/x && echo installing' });
      const base = { commit, install, environment: {}, limits: {} };
      const result = await run(work(commit, [step('cat deps/x')], { base }));
      expect(await textOf(result.steps[0]?.log ?? null)).toBe('here\n');
      const prepared = await opened.dispatcher.prepareBase(base);
      expect(prepared).toMatchObject({ commit, installed: { status: 'installed' } });
      expect(await textOf(prepared.log)).toBe('installing\n');
      const broken = { ...base, install: { ...install, command: 'echo no; exit 7' } };
      expect(await opened.dispatcher.prepareBase(broken)).toMatchObject({ installed: { status: 'failed' } });
      const { steps } = await run(work(commit, [step('true')], { base: broken }));
      expect(steps).toMatchObject([{ outcome: { status: 'not-started' } }]);
    });

    test('a failure stops the rest if the step says so, and an update can take that back', async () => {
      const steps = [step('exit 1', { stopOnFailure: true }), step('echo on')];
      const stopped = await run(work(commit, steps));
      expect(stopped).toMatchObject({ steps: [{ at: 0 }], leftOut: [1] });
      const update = { steps: [{ at: 0, stopOnFailure: false }] };
      const onEvent = async (event: WorkEvent): Promise<void> => {
        if (event.type === 'step-ended') await opened.dispatcher.update(event.id, update);
      };
      expect(await run(work(commit, steps), { onEvent })).toMatchObject({ steps: [{ at: 0 }, { at: 1 }] });
      expect(await run(work(commit, [step('true', { skip: true }), step('true')]))).toMatchObject({
        steps: [{ at: 1 }],
        leftOut: [0],
      });
    });

    test('a work waits for its subscriber: what one step taught holds for every later one', async () => {
      const alone = await open(fixture, { jobs: 1, oversubscribeWhenIdle: false });
      try {
        const events: WorkEvent[] = [];
        const onEvent = async (event: WorkEvent): Promise<void> => {
          events.push(WorkEvent.parse(JSON.parse(JSON.stringify(event))));
          if (event.type !== 'step-ended' || event.id !== 'base') return;
          await new Promise((resolve) => setTimeout(resolve, 200));
          await alone.dispatcher.update('other', { steps: [{ at: 0, skip: true }] });
        };
        const [, other] = await Promise.all([
          alone.dispatcher.run(work(commit, [step('true')], { id: 'base', urgent: true }), { onEvent }),
          alone.dispatcher.run(work(commit, [step('true'), step('true')], { id: 'other' }), { onEvent }),
        ]);
        expect(other).toMatchObject({ steps: [{ at: 1 }], leftOut: [0] });
        expect(events.map(({ type, id }) => `${id} ${type}`)).toEqual([
          'base step-started',
          'base step-ended',
          'other step-started',
          'other step-ended',
        ]);
      } finally {
        await alone.close();
      }
    });

    test('an update tightens the limits of a step that runs', async () => {
      const running = run(work(commit, [step('sleep 600')]), {
        onEvent: ({ type, id }) =>
          type === 'step-started'
            ? opened.dispatcher.update(id, { steps: [{ at: 0, pace: { totalMs: 300, silentMs: null } }] })
            : undefined,
      });
      expect((await running).steps).toMatchObject([{ outcome: { status: 'timed-out', timeoutMs: 300 } }]);
    });

    test('an update stops a work after the step that runs', async () => {
      const running = run(work(commit, [step('sleep 0.2'), step('true')]), {
        onEvent: ({ id }) => opened.dispatcher.update(id, { stop: true }),
      });
      expect(await running).toMatchObject({ steps: [{ at: 0 }], leftOut: [1] });
    });

    test('a work starts from what another has kept, or from the base', async () => {
      const keep = { key: KEY, lasting: true, when: 'passed' } as const;
      const build = step('cat one.txt > built', { keep });
      const failed = await run(work(commit, [step('exit 1', { keep })]));
      expect(failed.steps).toMatchObject([{ kept: false }]);
      expect(await opened.dispatcher.hasKept(KEY)).toBe(false);
      const first = await run(work(commit, [build]));
      const canKeep = first.steps[0]?.kept === true;
      expect(await opened.dispatcher.hasKept(KEY)).toBe(canKeep);
      const changes = [{ path: 'over.txt', mode: '100644', blob: fixture.blob('over\n') }];
      const start = { key: KEY, changes, replaces: [0], otherwise: 'base' } as const;
      const steps = [step('echo built again > built'), step('cat built over.txt')];
      const second = await run(work(commit, steps, { changes, start }));
      expect(second.leftOut).toEqual(canKeep ? [0] : []);
      expect(await textOf(second.steps.at(-1)?.log ?? null)).toBe(
        canKeep ? 'one\nover\n' : 'built again\nover\n',
      );
      const over = await run(work(commit, steps, { changes, start: { ...start, replaces: [] } }));
      expect(over).toMatchObject({ steps: [{ at: 0 }, { at: 1 }], leftOut: [] });
      const seen = await run(work(commit, [step('ls')], { changes, start: { ...start, replaces: [] } }));
      expect((await textOf(seen.steps[0]?.log ?? null))?.includes('built')).toBe(canKeep);
      const absent = { ...start, key: OTHER_KEY };
      const third = await run(work(commit, steps, { changes, start: absent }));
      expect(third).toMatchObject({ steps: [{ at: 0 }, { at: 1 }], leftOut: [] });
      const demanding = { ...absent, replaces: [], otherwise: 'fail' } as const;
      await expect(run(work(commit, steps, { changes, start: demanding }))).rejects.toThrow();
    });

    test('aborting kills the command and rejects; other works continue', async () => {
      const aborting = new AbortController();
      const others = run(work(commit, [step('sleep 1; echo fine')], { id: 'other' }));
      const aborted = run(work(commit, [step('sleep 600'), step('true')], { id: 'aborted' }), {
        signal: aborting.signal,
        onEvent: () => void setTimeout(() => aborting.abort(new Error('cancelled')), 200),
      });
      await expect(aborted).rejects.toThrow('aborted');
      expect((await others).steps).toMatchObject([{ outcome: { status: 'exited', exitCode: 0 } }]);
      // Its name is free again.
      await run(work(commit, [step('true')], { id: 'aborted' }));
    });

    test('input that is not a work is refused', async () => {
      const given = { ...work(commit, [step('true')]), callback: 'x' };
      await expect(run(given)).rejects.toThrow();
      await opened.dispatcher.update('unknown', { stop: true });
    });
  });
};
