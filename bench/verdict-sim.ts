// `npm run bench:verdict`: how often verdicts are right about agents whose true quality is known.
import { line, report } from './support.ts';
import { simulateVerdicts, type Scenario } from './verdict/simulate-verdicts.ts';

const SIZE = { tasks: 20, trials: 5, repetitions: Number(process.argv[2] ?? 2000) };
const SEED = 6;
/** Half of the tasks' average distance to certainty: 15 and 13.5 points. */
const FIFTEEN = 0.3;

const started = process.cpuUsage();
let scenarios = 0;
const run = (scenario: Scenario) => {
  scenarios += 1;
  return simulateVerdicts(scenario, SIZE, SEED);
};
const same = run({ gain: false, broken: false });
const broken = run({ gain: false, broken: true });
const both = run({ gain: true, broken: true });
const better = run({ gain: true, broken: false });
const confirmed = { gain: true, broken: false, confirm: true };
const sameConfirmed = run({ gain: false, broken: false, confirm: true });
const betterConfirmed = run(confirmed);
const fifteen = run({ gain: true, broken: false, share: FIFTEEN });
const fifteenConfirmed = run({ ...confirmed, share: FIFTEEN });
const bothConfirmed = run({ ...confirmed, broken: true });
const worseConfirmed = run({ ...confirmed, worse: 0.4 });
const { user, system } = process.cpuUsage(started);
const spentMs = (user + system) / 1000;
const percent = (what: string, share: number, goal: Parameters<typeof line>[3]) =>
  line(what, 100 * share, '%', goal);

console.log(`${SIZE.repetitions} repetitions of ${SIZE.tasks} tasks × ${SIZE.trials} trials, seed ${SEED}`);
report('verdict', [
  percent('the same configuration twice: called improved', same.improved, { atMost: 5 }),
  percent('the same configuration twice: called regressed', same.regressed, { atMost: 10 }),
  percent('the same configuration twice: called regressed by the documented rule', same.strictRegressed, {
    atMost: 100,
  }),
  percent('the same configuration twice: some regression confirmed', same.confirmed, { atMost: 5 }),
  percent('the same configuration twice: promoted', sameConfirmed.promoted, { atMost: 5 }),
  percent('one task broken 5/5 → 0/5: promoted', broken.promoted, { atMost: 0.5 }),
  percent('one task broken, all others 13.5 points better: promoted', bothConfirmed.promoted, {
    atMost: 0.5,
  }),
  percent('one task broken, all others 13.5 points better: promoted without fresh trials', both.promoted, {
    atMost: 0.5,
  }),
  percent('one task broken: called regressed', broken.regressed, { atLeast: 60 }),
  percent('one task worse by 40 points, all others 13.5 better: promoted', worseConfirmed.promoted, {
    atMost: 15,
  }),
  percent('13.5 points better: called improved', better.improved, { atLeast: 60 }),
  percent('13.5 points better: promoted', betterConfirmed.promoted, { atLeast: 50 }),
  percent('13.5 points better: promoted without fresh trials', better.promoted, { atMost: 100 }),
  percent('13.5 points better: called regressed', better.regressed, { atMost: 5 }),
  percent('13.5 points better: called regressed by the documented rule', better.strictRegressed, {
    atMost: 100,
  }),
  percent('15 points better: called improved', fifteenConfirmed.improved, { atLeast: 60 }),
  percent('15 points better: promoted', fifteenConfirmed.promoted, { atLeast: 60 }),
  percent('15 points better: promoted without fresh trials', fifteen.promoted, { atMost: 100 }),
  percent('15 points better: fresh trials beside those planned', fifteenConfirmed.freshShare, { atMost: 30 }),
  line('CPU of one verdict over 20 tasks', spentMs / (scenarios * SIZE.repetitions), 'ms', { atMost: 20 }),
]);
