// Time and memory of the decision itself, as the field and the suites grow.
import { conclude } from '../src/core/conclude/conclude.ts';
import { RacePolicy } from '../src/core/domain/policy/race-policy.ts';
import { type Line, line, report } from './support.ts';
import { syntheticField } from './synthetic-field.ts';

const policy = RacePolicy.parse({});

const timeOf = (candidates: number, tests: number): number => {
  const { captured } = syntheticField(candidates, tests);
  conclude(captured, policy, 'warm');
  const since = process.cpuUsage();
  conclude(captured, policy, 'run');
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

const lines: Line[] = [];
for (const [candidates, tests] of [
  [100, 1000],
  [200, 1000],
  [400, 1000],
  [1000, 1000],
  [100, 10_000],
  [400, 10_000],
  [1000, 10_000],
] as const) {
  const ms = timeOf(candidates, tests);
  lines.push(
    line(
      `conclude on ${candidates} candidates × ${tests} tests, CPU per million cells`,
      (ms * 1e6) / (candidates * tests),
      'ms',
      { atMost: 1500 },
    ),
  );
}
report('growth', lines);
