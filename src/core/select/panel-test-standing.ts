import type { PanelTest } from '../domain/evidence/panel-tests.ts';
import { authorKey, type Authors } from './authors.ts';

/** What tests that a model wrote from the task alone show about one candidate. */
export type PanelTestStanding = {
  readonly passed: number;
  readonly failed: number;
  /** A second independent author passes a test that it passes. */
  readonly confirmed: boolean;
};

/**
 * By candidate. A model may misread the task: a test that more independent authors fail than pass counts for nothing.
 * `excluded` candidates have no say, but a result.
 */
export const panelTestStandings = (
  tests: readonly PanelTest[],
  authors: Authors,
  excluded: ReadonlySet<string>,
): ReadonlyMap<string, PanelTestStanding> => {
  const authorsOf = (names: readonly string[]): ReadonlySet<string> =>
    new Set(names.filter((name) => !excluded.has(name)).map((name) => authorKey(authors, name)));
  const found = new Map<string, PanelTestStanding>();
  const add = (name: string, more: PanelTestStanding): void => {
    const before = found.get(name) ?? { passed: 0, failed: 0, confirmed: false };
    found.set(name, {
      passed: before.passed + more.passed,
      failed: before.failed + more.failed,
      confirmed: before.confirmed || more.confirmed,
    });
  };
  for (const { state, passed, failed } of tests) {
    const passing = authorsOf(passed);
    const failing = [...authorsOf(failed)].filter((author) => !passing.has(author));
    if (state !== 'admitted' || passing.size === 0 || failing.length > passing.size) continue;
    for (const name of passed) add(name, { passed: 1, failed: 0, confirmed: passing.size > 1 });
    for (const name of failed) add(name, { passed: 0, failed: 1, confirmed: false });
  }
  return found;
};
