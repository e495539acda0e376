import { expect, test } from 'vitest';
import type { CheckPlan } from '../../../src/core/domain/source/repo-facts.ts';
import { forPart, hurried, withoutLate, withTimeOf } from '../../../src/core/profile/hurried-plan.ts';
import { planOf } from './plan-fixture.ts';

const plan = planOf({ 'setup.py': '', 'mypy.ini': '[mypy]\n', '.flake8': '' }) as CheckPlan;
const secondsOf = ({ checks }: CheckPlan) =>
  Object.fromEntries(checks.map(({ kind, timeoutMs }) => [kind, timeoutMs / 1000]));

test('the more candidates, the less time each check has; user settings stay', () => {
  expect(secondsOf(plan)).toEqual({ test: 600, lint: 300, types: 300 });
  expect(secondsOf(hurried(plan, 3, new Set()))).toEqual({ test: 600, lint: 200, types: 200 });
  expect(secondsOf(hurried(plan, 10, new Set(['types'])))).toEqual({ test: 180, lint: 60, types: 300 });
  expect(secondsOf(hurried(plan, 200, new Set()))).toEqual({ test: 120, lint: 30, types: 30 });
  expect(secondsOf(forPart(hurried(plan, 10, new Set()), new Set()))).toEqual({ test: 60 });
  expect(secondsOf(forPart(hurried(plan, 3, new Set()), new Set()))).toEqual({ test: 200 });
  expect(secondsOf(forPart(plan, new Set(['test'])))).toEqual({ test: 600 });
  expect(secondsOf(withTimeOf(hurried(plan, 200, new Set()), plan))).toEqual(secondsOf(plan));
});

test('a linter that takes too long is left out and listed; tests and commands of the user are not', () => {
  const late = new Map(plan.checks.map(({ name }) => [name, 60_000]));
  const kept = withoutLate(plan, late, 10);
  expect(kept.checks.map(({ kind }) => kind)).toEqual(['test']);
  expect(kept.notes.filter((note) => !plan.notes.includes(note))).toEqual([
    'lint did not end within 60 s on the base, too long to repeat for 9 candidates, so it was left out; set [scoring.timeouts] lint to wait for it',
    'types did not end within 60 s on the base, too long to repeat for 9 candidates, so it was left out; set [scoring.timeouts] types to wait for it',
  ]);
  const own = { ...plan, checks: plan.checks.map((check) => ({ ...check, origin: 'config' as const })) };
  expect(withoutLate(own, late, 10)).toEqual(own);
});
