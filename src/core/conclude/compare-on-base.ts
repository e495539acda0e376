import { failingOnBase, fixedTests } from '../decide/progress.ts';
import type { Captured, Evidence } from '../domain/evidence/evidence.ts';
import type { Standing } from '../select/standing.ts';
import type { Beliefs } from './weigh-evidence.ts';

/** Name → candidates that pass a test of these that it does not. Earlier engines did not compare them one by one. */
const passedByOthers = (
  { confirmation, evidence }: Captured,
  passedOf: (one: Evidence) => readonly string[],
): ReadonlyMap<string, readonly string[]> => {
  if (confirmation !== 'inputs') return new Map();
  const passed = evidence.map((one) => {
    const list = passedOf(one);
    return { name: one.candidate.name, list, ids: new Set(list), key: JSON.stringify(list) };
  });
  return new Map(
    passed.map(({ name, ids, key }) => [
      name,
      passed
        .filter((other) => other.key !== key && other.list.some((id) => !ids.has(id)))
        .map((other) => other.name),
    ]),
  );
};

const passedAmong = (ids: readonly string[], { tests }: Evidence): readonly string[] => {
  const { outcomes = {} } = tests.known ? tests.value : {};
  return ids.filter((id) => Object.hasOwn(outcomes, id) && outcomes[id] === 'passed');
};

/** Which others pass tests of the base, or hidden ones, that a candidate does not. */
export const compareOnBase = (captured: Captured, { aside, contested }: Beliefs) => {
  const failing = failingOnBase(captured, aside);
  const fixes = passedByOthers(captured, (one) => [
    ...fixedTests(failing, one),
    ...(one.hidden?.known === true ? one.hidden.value.passed.map((id) => `hidden ${id}`) : []),
  ]);
  const keeps = passedByOthers(captured, (one) => passedAmong(contested, one));
  return (name: string): Pick<Standing, 'missesFixesOf' | 'breaksTestsOf'> => ({
    missesFixesOf: fixes.get(name) ?? [],
    breaksTestsOf: keeps.get(name) ?? [],
  });
};
