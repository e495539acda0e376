import { expect, test } from 'vitest';
import { isEditedInSource } from '../../../../src/core/domain/flags/source-tests.ts';
import { findFlags } from '../../../../src/core/analyse/flags/find-flags.ts';
import { changeOf } from './change-of.ts';

const SOURCE = 'pub fn clamp(x: i64, low: i64, high: i64) -> i64 {\n    x.min(high)\n}\n';
const testsOf = (body: string): string =>
  `${SOURCE}\n#[cfg(test)]\nmod tests {\n    use super::*;\n${body}}\n`;
const CASE = '    #[test]\n    fn clamps_low() {\n        assert_eq!(clamp(-5, 0, 10), 0);\n    }\n';
const MACRO =
  '    macro_rules! cases {\n        ($($name:ident),*) => { $(#[test]\n        fn $name() {})* };\n    }\n    cases! { clamps_low }\n';

const isEdited = async (after: string, id = 'clamp (src/lib.rs) > tests::clamps_low'): Promise<boolean> =>
  isEditedInSource(findFlags(await changeOf({ 'src/lib.rs': { before: testsOf(CASE), after } })), {
    id,
    file: undefined,
  });

test.each([
  ['a macro that states a test of its name', testsOf(MACRO)],
  [
    'the same next to a copy that is never built',
    testsOf(`${MACRO}    #[cfg(any())]\n    mod old {\n${CASE}    }\n`),
  ],
  ['a mark that turns it round', testsOf(CASE.replace('#[test]', '#[test]\n    #[should_panic]'))],
  ['code from elsewhere', testsOf('    include!("cases.in");\n')],
  ['not a test at all', SOURCE],
])('a test of the base counts as edited if its place has %s', async (_, after) => {
  expect(await isEdited(after)).toBe(true);
});

test.each([
  ['the program is fixed', testsOf(CASE).replace('x.min(high)', 'x.min(high).max(low)')],
  ['another test is added', testsOf(`${CASE}${CASE.replaceAll('low', 'high')}`)],
  ['a macro without tests is added', `macro_rules! low { () => { 0 }; }\n${testsOf(CASE)}`],
])('it does not if %s', async (_, after) => {
  expect(await isEdited(after)).toBe(false);
});

test('many edited tests are all listed', async () => {
  const cases = Array.from({ length: 40 }, (_, at) => CASE.replace('clamps_low', `case_${at}`)).join('');
  const change = await changeOf({
    'src/lib.rs': { before: testsOf(cases), after: testsOf(cases.replaceAll('-5', '5')) },
  });
  expect(
    isEditedInSource(findFlags(change), { id: 'clamp (src/lib.rs) > tests::case_39', file: undefined }),
  ).toBe(true);
});
