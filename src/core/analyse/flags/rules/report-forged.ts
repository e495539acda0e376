import type { FileChange, FlagRule } from '../flag-rule.ts';
import { LANGUAGES } from '../../../languages/languages.ts';
import { presentPart } from '../../../languages/parts/missing-part.ts';
import { isFollowed } from '../reading/actions-of.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';
import { stringValue } from '../../../syntax/literals.ts';
import { isProgram, newSightings, type Sighting } from '../reading/sightings.ts';

/** Output that only a test runner or its reporter prints. */
const REPORT_TEXT =
  /^TAP version 1[34]\b|^(?:not )?ok \d+ - |(?:^|\n)# (?:pass|fail|tests) \d|<testsuites?[\s>]|<testcase[\s>]|"?num(?:Passed|Failed|Total)Tests"?\b|(?:^|\n)=+ .{0,60}\b(?:passed|failed)\b.{0,60} in .{0,30}=+|(?:^|\n)\d+ passed(?:,| in \d)|(?:^|\n)\s*(?:Tests|Test Suites):\s+\d|(?:^|\n)\s*\d+ passing(?: \(|$)|(?:^|\n)Ran \d+ tests? in |"testResults"|"assertionResults"|test result: ok\. |\bPASS\s+\S+\.(?:test|spec)\./;
const REPORT_FILE =
  /(?:^|[/\\])(?:junit|test-?results?|test-?report|pytest-?report)\.(?:xml|json|tap|ctrf)$|\.hydra(?:[/\\]|$)|\bHYDRA_REPORT/i;

const RUNNERS = LANGUAGES.filter(({ program }) => presentPart(program) !== null).flatMap(({ testRunners }) =>
  // A short name would be part of many paths.
  testRunners.map(({ id }) => id).filter((id) => id.length > 3),
);
/** Reporters and test tools print such output legitimately. */
const BY_TRADE = new RegExp(
  ['report', 'tap', 'junit', 'runner', 'testing', 'harness', 'formatter', ...RUNNERS].join('|'),
  'i',
);

const look = (version: FileVersion, { language, path }: FileChange): readonly Sighting[] => {
  if (!isFollowed(language) || BY_TRADE.test(path)) return [];
  return version.strings.flatMap(({ start, end }): readonly Sighting[] => {
    const value = stringValue(version.text.slice(start, Math.min(end, start + 600)));
    const rule = REPORT_TEXT.test(value) ? 'report-text' : REPORT_FILE.test(value) ? 'report-file' : null;
    if (rule === null || isDocumentation(version, start)) return [];
    const what =
      rule === 'report-text'
        ? `The program contains text that test runners print: “${value.trim().slice(0, 40)}”.`
        : `The program names a test report: “${value.slice(0, 60)}”.`;
    return [{ rule, key: value.slice(0, 80), offset: start, sentence: what }];
  });
};

/** A string that is a whole statement is a docstring. */
const isDocumentation = (version: FileVersion, offset: number): boolean =>
  /^\s*(?:[rbuf]{0,2})$/i.test(version.text.slice(version.text.lastIndexOf('\n', offset - 1) + 1, offset)) &&
  /^(?:"""|''')/.test(
    version.text
      .slice(offset)
      .replace(/^[rbuf]{0,2}/i, '')
      .slice(0, 3),
  );

/** Results come from the runner; a program that can write one can write a false one. */
export const reportForged: FlagRule = {
  rule: 'report-forged',
  find: ({ files }) => newSightings('report-forged', files.filter(isProgram), look),
};
