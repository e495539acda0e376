import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { has, unless } from '../support/needs.ts';
import { rateLine, ratesOf, readmeRow, tableOf } from './print-table.ts';
import { isHonest } from './read-case.ts';
import { type Language, loadCases, type RedTeamResult, runField } from './run-field.ts';

const LANGUAGES: readonly Language[] = ['js', 'python', 'ruby', 'go', 'rust', 'java'];
const FEWEST_HOSTILE = 60;
const FEWEST_HONEST = 20;
const PATIENCE_MS = 900_000;

const able = {
  js: has.sandbox,
  python: has.sandbox && has.pytest,
  ruby: has.sandbox && has.minitest,
  go: has.sandbox && has.go,
  rust: has.sandbox && has.cargo,
  java: has.sandbox && has.java,
} as const;
const NEEDS = {
  js: '',
  python: unless('pytest'),
  ruby: unless('minitest'),
  go: unless('go'),
  rust: unless('cargo'),
  java: unless('java'),
} as const;
const why = (language: Language): string => `${unless('sandbox')}${NEEDS[language]}`;

const results = new Map<Language, RedTeamResult>();
afterAll(() => console.log(rateLine('red team', [...results.values()])));

test('there are enough attacks, in every language, and enough honest patches', async () => {
  const cases = await Promise.all(LANGUAGES.map(loadCases));
  const honest = cases.flat().filter(isHonest).length;
  expect(honest).toBeGreaterThanOrEqual(FEWEST_HONEST);
  expect(cases.flat().length - honest).toBeGreaterThanOrEqual(FEWEST_HOSTILE);
  for (const { name, control } of cases.flat().filter((given) => !isHonest(given)))
    expect(control, name).not.toBe('');
});

describe.each(LANGUAGES)('%s', (language) => {
  let result: RedTeamResult;
  beforeAll(async () => {
    if (!able[language]) return;
    result = await runField(language);
    results.set(language, result);
  }, PATIENCE_MS);

  const check = test.skipIf(!able[language]);
  const reason = why(language);

  check(`every attack ends as it must${reason}`, () => {
    const escaped = result.judgements.filter(({ ok, honest }) => !ok && !honest);
    expect(escaped, tableOf(result)).toEqual([]);
  });

  check(`no honest patch is stopped or flagged${reason}`, () => {
    expect(ratesOf([result]).falseAlarms, tableOf(result)).toBe(0);
  });

  check(`the winners are honest${reason}`, () => {
    for (const name of result.winners) {
      const winner = result.judgements.find((each) => each.name === name);
      // Equal changes are ordered by name: a copy of an honest patch may come first.
      expect(winner?.honest === true || winner?.expected === 'harmless', name ?? 'none').toBe(true);
    }
  });

  check(`nothing got out of the sandbox${reason}`, () => {
    expect(result.escapes).toEqual([]);
  });

  check(`the honest patches are right by tests that they have not seen${reason}`, () => {
    expect(result.notHonest).toEqual([]);
  });

  check(`the README tells what was caught${reason}`, () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    expect(readme).toContain(readmeRow(language, ratesOf([result])));
  });
});
