import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Lane, runLanes } from '../../../../src/shell/evaluate/lanes/run-lanes.ts';

type Plan = readonly (readonly number[])[];

/** Runs lanes whose steps end in the order of a simulated clock, and tells the makespan in ticks. */
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
  const lanes: Lane[] = plan.map((steps, lane) => ({
    first: lane === 0,
    close: async () => {},
    steps: steps.map((ticks, index) => ({
      estimateMs: () => ticks,
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
  }));
  const state = { ended: false };
  const done = runLanes(lanes, { jobs, lends: false }).then(() => (state.ended = true));
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
  const lane = (id: number, run: () => Promise<'continue' | 'stop'>): Lane => ({
    first: false,
    close: async () => void closed.push(id),
    steps: [
      { estimateMs: () => 1, run },
      { estimateMs: () => 1, run: async () => (ran.push(`${id}`), 'continue') },
    ],
  });
  const failing = runLanes(
    [
      lane(1, async () => 'stop'),
      lane(2, async () => {
        throw new Error('broken lane');
      }),
    ],
    { jobs: 2, lends: false },
  );
  await expect(failing).rejects.toThrow('broken lane');
  expect(ran).not.toContain('1');
  expect(new Set(closed)).toEqual(new Set([1, 2]));
});

test('a step that waits lends its core, until it goes on', async () => {
  const atWork: string[] = [];
  let most = 0;
  const doors = new Map<string, { onIdle: (idle: boolean) => void; end: () => void }>();
  const lane = (name: string): Lane => ({
    first: false,
    close: async () => {},
    steps: [
      {
        estimateMs: () => 1,
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
    ],
  });
  const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
  const names = ['a', 'b', 'c', 'd', 'e'];
  const done = runLanes(names.map(lane), { jobs: 1, lends: true });
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
