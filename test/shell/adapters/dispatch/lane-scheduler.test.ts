import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Cores,
  createLaneScheduler,
  type Lane,
  type OnIdle,
} from '../../../../src/shell/adapters/dispatch/lane-scheduler.ts';

type Step = { readonly ms: number; readonly run: (onIdle: OnIdle) => Promise<'continue' | 'stop'> };

const laneOf = (steps: readonly Step[], more: Partial<Lane> = {}): Lane => {
  let next = 0;
  return {
    urgent: false,
    remainingMs: () => steps.slice(next).reduce((sum, { ms }) => sum + ms, 0),
    async runNext(onIdle) {
      const verdict = await steps[next++]?.run(onIdle);
      return verdict === 'stop' || next >= steps.length ? 'done' : 'more';
    },
    close: async () => {},
    ...more,
  };
};

const runLanes = async (lanes: readonly Lane[], cores: Cores): Promise<void> => {
  const scheduler = createLaneScheduler(cores);
  const ended = await Promise.allSettled(lanes.map((lane) => scheduler.submit(lane)));
  const failure = ended.find((end) => end.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
};

type Plan = readonly (readonly number[])[];

/** Runs lanes whose steps end in the order of a simulated clock, and returns the makespan in ticks. */
const simulate = async (plan: Plan, jobs: number) => {
  let now = 0;
  let running = 0;
  let most = 0;
  const waiting: { at: number; wake: () => void }[] = [];
  const order: string[] = [];
  const pump = (): void => {
    const next = waiting.sort((a, b) => a.at - b.at).shift();
    if (next === undefined) return;
    now = next.at;
    next.wake();
  };
  const lanes = plan.map((steps, lane) =>
    laneOf(
      steps.map((ticks, index) => ({
        ms: ticks,
        run: async () => {
          order.push(`${lane}.${index}`);
          running += 1;
          most = Math.max(most, running);
          const end = now + ticks;
          await new Promise<void>((wake) => waiting.push({ at: end, wake }));
          running -= 1;
          return 'continue' as const;
        },
      })),
      { urgent: lane === 0 },
    ),
  );
  const state = { ended: false };
  const done = runLanes(lanes, { jobs, oversubscribeWhenIdle: false }).then(() => (state.ended = true));
  while (!state.ended) {
    await new Promise((resolve) => setImmediate(resolve));
    pump();
  }
  await done;
  return { makespan: now, most, order };
};

test('steps of one lane follow each other, and never more than `jobs` run at a time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 }), {
        minLength: 1,
        maxLength: 8,
      }),
      fc.integer({ min: 1, max: 4 }),
      async (plan, jobs) => {
        const { most, order } = await simulate(plan, jobs);
        expect(most).toBeLessThanOrEqual(jobs);
        expect(order).toHaveLength(plan.flat().length);
        plan.forEach((steps, lane) => {
          const own = order.filter((id) => id.startsWith(`${lane}.`));
          expect(own).toEqual(steps.map((_, index) => `${lane}.${index}`));
        });
      },
    ),
    { numRuns: 40 },
  );
});

test('equal lanes on two cores meet the ideal schedule', async () => {
  const plan = Array.from({ length: 9 }, () => [2, 3, 1]);
  const { makespan } = await simulate(plan, 2);
  expect(makespan).toBeLessThanOrEqual(Math.ceil((9 * 6) / 2) + 1);
});

test('the makespan stays within one step of total work over cores, or the longest lane', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }), {
        minLength: 1,
        maxLength: 10,
      }),
      async (plan) => {
        const { makespan } = await simulate(plan, 2);
        const work = plan.flat().reduce((sum, ticks) => sum + ticks, 0);
        const longest = Math.max(...plan.map((steps) => steps.reduce((sum, ticks) => sum + ticks, 0)));
        expect(makespan).toBeLessThanOrEqual(work / 2 + longest);
      },
    ),
    { numRuns: 40 },
  );
});

test('a lane that stops runs no further step, and every lane is closed even when one throws', async () => {
  const closed: number[] = [];
  const ran: string[] = [];
  const lane = (id: number, run: Step['run']): Lane =>
    laneOf(
      [
        { ms: 1, run },
        { ms: 1, run: async () => (ran.push(`${id}`), 'continue') },
      ],
      {
        close: async () => void closed.push(id),
      },
    );
  const failing = runLanes(
    [
      lane(1, async () => 'stop'),
      lane(2, async () => {
        throw new Error('broken lane');
      }),
    ],
    { jobs: 2, oversubscribeWhenIdle: false },
  );
  await expect(failing).rejects.toThrow('broken lane');
  expect(ran).not.toContain('1');
  expect(new Set(closed)).toEqual(new Set([1, 2]));
});

test('another step runs while one waits, until it resumes', async () => {
  const atWork: string[] = [];
  let most = 0;
  const doors = new Map<string, { onIdle: (idle: boolean) => void; end: () => void }>();
  const lane = (name: string): Lane =>
    laneOf([
      {
        ms: 1,
        run: (onIdle) =>
          new Promise((resolve) => {
            atWork.push(name);
            most = Math.max(most, atWork.length);
            doors.set(name, {
              onIdle,
              end: () => {
                atWork.splice(atWork.indexOf(name), 1);
                resolve('continue');
              },
            });
          }),
      },
    ]);
  const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
  const names = ['a', 'b', 'c', 'd', 'e'];
  const done = runLanes(names.map(lane), { jobs: 1, oversubscribeWhenIdle: true });
  await turn();
  expect(atWork).toEqual(['a']);
  doors.get('a')?.onIdle(true);
  await turn();
  expect(atWork).toEqual(['a', 'b']);
  // As many as there are cores, and no more.
  doors.get('b')?.onIdle(true);
  await turn();
  expect(atWork).toEqual(['a', 'b']);
  doors.get('b')?.onIdle(false);
  doors.get('a')?.onIdle(false);
  doors.get('b')?.end();
  await turn();
  expect(atWork).toEqual(['a']);
  for (const name of ['a', 'c', 'd', 'e']) {
    doors.get(name)?.end();
    await turn();
  }
  await done;
  expect(most).toBe(2);
});

test('lanes submitted together compete: the urgent one first, then the longest', async () => {
  const order: string[] = [];
  const scheduler = createLaneScheduler({ jobs: 1, oversubscribeWhenIdle: false });
  const lane = (name: string, ms: number, urgent = false): Lane =>
    laneOf([{ ms, run: async () => (order.push(name), 'continue') }], { urgent });
  const lanes = [lane('short', 1), lane('long', 9), lane('urgent', 0, true), lane('middle', 5)];
  await Promise.all(lanes.map((one) => scheduler.submit(one)));
  expect(order).toEqual(['urgent', 'long', 'middle', 'short']);
});

test('a lane that waits is dropped when it is aborted, without a free core', async () => {
  const scheduler = createLaneScheduler({ jobs: 1, oversubscribeWhenIdle: false });
  const aborting = new AbortController();
  let end = (): void => {};
  const busy = scheduler.submit(
    laneOf([{ ms: 9, run: () => new Promise((resolve) => (end = () => resolve('continue'))) }]),
  );
  const ran: string[] = [];
  let closed = false;
  const waiting = scheduler.submit(
    laneOf([{ ms: 1, run: async () => (ran.push('step'), 'continue') }], {
      signal: aborting.signal,
      close: async () => void (closed = true),
    }),
  );
  await new Promise((resolve) => setImmediate(resolve));
  aborting.abort(new Error('cancelled'));
  await expect(waiting).rejects.toThrow('aborted');
  expect(closed).toBe(true);
  end();
  await busy;
  expect(ran).toEqual([]);
});
