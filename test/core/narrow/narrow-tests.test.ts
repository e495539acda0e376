import { expect, test } from 'vitest';
import type { CheckPlan } from '../../../src/core/domain/source/repo-facts.ts';
import { changedNames, narrowTests } from '../../../src/core/narrow/narrow-tests.ts';
import { planOf } from '../profile/plan-fixture.ts';

const PATCH = `diff --git a/shop/price.py b/shop/price.py
--- a/shop/price.py
+++ b/shop/price.py
@@ -4,3 +4,3 @@ def rounded(value):
-    return int(value)
+    return round(value)
`;

test('names are those of changed files, and of definitions in changed lines or around them', () => {
  expect(changedNames(PATCH)).toEqual([
    { path: 'shop/price.py', name: '' },
    { path: 'shop/price.py', name: 'rounded' },
  ]);
  expect(changedNames(PATCH.slice(PATCH.indexOf('---')))).toEqual(changedNames(PATCH));
  expect(changedNames('no diff')).toEqual([]);
});

const plan = planOf({ 'setup.py': '', 'conftest.py': '' }) as CheckPlan;
const TESTS = [
  { path: 'tests/test_price.py', text: '' },
  { path: 'tests/test_bill.py', text: 'from shop.price import rounded' },
  { path: 'tests/test_mail.py', text: 'def test_x(): pass' },
];

/** Without the words of the changes. */
const UNREAD = { patches: [], task: '' };

test('files named after a changed module come first, then those that mention what changed; the others do not run', () => {
  const fitted = narrowTests(plan, { tests: TESTS, of: 3, changes: [changedNames(PATCH)], ...UNREAD });
  expect(fitted?.narrowed.files).toEqual(['tests/test_price.py', 'tests/test_bill.py']);
  const check = fitted?.plan.checks.find(({ kind }) => kind === 'test');
  expect(check?.command).toMatch(/pytest .*'?tests\/test_price\.py'? '?tests\/test_bill\.py'?/);
  expect(check?.command).not.toContain('test_mail');
  expect(fitted?.plan.notes.at(-1)).toMatch(/did not end within 600 s: only the 2 of 3 test files/);
});

test('tests next to the change fill up the remaining room', () => {
  const tests = [
    ...TESTS,
    { path: 'shop/tests/test_stock.py', text: '' },
    { path: 'tests/shop/test_till.py', text: '' },
    { path: 'office/tests/test_desk.py', text: '' },
  ];
  const fitted = narrowTests(plan, { tests, of: 6, changes: [changedNames(PATCH)], ...UNREAD });
  expect(fitted?.narrowed.files).toEqual([
    'tests/test_price.py',
    'tests/test_bill.py',
    'shop/tests/test_stock.py',
    'tests/shop/test_till.py',
  ]);
});

test('nothing is left out if no test is near, or if tests only run whole', () => {
  const far = changedNames(PATCH.replaceAll('price', 'stock').replaceAll('rounded', 'counted'));
  expect(narrowTests(plan, { tests: TESTS, of: 3, changes: [far], ...UNREAD })).toBeNull();
  const whole = { ...plan, selectTests: null };
  expect(narrowTests(whole, { tests: TESTS, of: 3, changes: [changedNames(PATCH)], ...UNREAD })).toBeNull();
});

test('a candidate that touches many files does not crowd out the tests of others', () => {
  const many = Array.from({ length: 40 }, (_, at) => `part${at}`);
  const tests = [...many.map((name) => ({ path: `tests/test_${name}.py`, text: '' })), ...TESTS];
  const crowd = many.map((name) => ({ path: `shop/${name}.py`, name: '' }));
  const fitted = narrowTests(plan, { tests, of: 43, changes: [crowd, changedNames(PATCH)], ...UNREAD });
  expect(fitted?.narrowed.files).toHaveLength(12);
  expect(fitted?.narrowed.files).toEqual(
    expect.arrayContaining(['tests/test_price.py', 'tests/test_bill.py']),
  );
});

test('files that share rare words with the change or the task come in turn with those', () => {
  const texts = {
    'tests/test_cents.py': 'half_even(2.5)',
    'tests/test_order.py': 'order price cart',
    'tests/test_basket.py': 'order stock basket',
    'tests/test_ship.py': 'order stock parcel',
    'tests/test_mail.py': 'order letter',
  };
  const tests = [
    ...TESTS.slice(0, 1),
    ...Object.entries(texts).map(([path, text]) => ({ path, text: `import shop\n${text}` })),
  ];
  const patch = PATCH.replace('round(value)', 'half_even(value)');
  const of = tests.length;
  const files = (task: string) =>
    narrowTests(plan, { tests, of, changes: [changedNames(patch)], patches: [patch], task })?.narrowed.files;
  expect(files('')).toEqual(['tests/test_price.py', 'tests/test_cents.py', 'tests/test_order.py']);
  expect(files('A parcel must be rounded')?.slice(0, 3)).toContain('tests/test_ship.py');
});
