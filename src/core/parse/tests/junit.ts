import type { RawReport, TestParser } from '../../domain/check/output-parser.ts';
import { joinNames, pathInId } from './clean-id.ts';
import { readJunitCases, type JunitCase } from './junit-cases.ts';
import { noReport, reportEntries, type TestEntry } from './test-entries.ts';

const SOURCE = { format: 'junit', tool: 'the test runner', trust: 'structured' } as const;

/** pytest's exit code if it found nothing to run. */
const PYTEST_NO_TESTS = 5;

/** Any number of JUnit XML documents, merged in the order of their names. */
export const junit: TestParser = {
  id: 'junit',
  parse(raw) {
    if (raw.documents.length === 0) return noReport(SOURCE.tool, 'left no JUnit report', raw);
    const entries: TestEntry[] = [];
    for (const { name, text } of raw.documents.toSorted((a, b) =>
      a.name < b.name ? -1 : a.name > b.name ? 1 : 0,
    )) {
      const cases = readJunitCases(text);
      if (typeof cases === 'string') {
        return noReport(SOURCE.tool, `left a report, ${pathInId(name, raw.root)}, that ${cases}`, raw);
      }
      const module = moduleOf(pathInId(name, raw.root));
      for (const found of cases)
        entries.push({ ...entryOf(found, raw), ...(module === '' ? {} : { module }) });
    }
    return reportEntries(SOURCE, entries, foundNothing(raw) ? { ...raw, exitCode: 0 } : raw);
  },
};

/** Maven and Gradle leave reports in the build folder of each module. */
const moduleOf = (report: string): string =>
  /^([^/].*?)\/(?:target\/[^/]+-reports|build\/test-results)\//.exec(report)?.[1] ?? '';

const foundNothing = ({ exitCode }: RawReport): boolean => exitCode === PYTEST_NO_TESTS;

const entryOf = (found: JunitCase, { root }: RawReport): TestEntry => {
  const file = pathInId(found.file, root);
  const names = [...ownersOf(found), found.name];
  if (saysFile(file, names[0] ?? '')) return { id: joinNames(names), outcome: found.outcome, file };
  const collected = found.suites[0] === 'pytest' ? collectedFrom(found.classname) : null;
  return { id: joinNames([file, ...names]), outcome: found.outcome, file: collected ?? file };
};

const OF_MODULE = /^[a-z_][a-z0-9_-]*$/;
const TEST_MODULE = /^tests?(?:_|$)|_tests?$/;

/**
 * pytest names the file in which a test is written. An inherited or generated test is collected from another one, which
 * its class names: `tests.test_plugins.TestTable`. Null: its name does not say where the module ends.
 */
const collectedFrom = (classname: string): string | null => {
  const parts = classname.split('.');
  const ofClass = parts.findIndex((part) => !OF_MODULE.test(part));
  const module = ofClass === -1 ? parts : parts.slice(0, ofClass);
  return TEST_MODULE.test(module.at(-1) ?? '') ? `${module.join('/')}.py` : null;
};

/** The class if there is one, else the suites; pytest's only suite carries no information. */
const ownersOf = ({ classname, name, suites }: JunitCase): readonly string[] => {
  // jest-junit repeats the name, and surefire names a class that broke after itself.
  if (classname !== '') return classname.trim() === name.trim() ? [] : [classname];
  return suites.length === 1 && suites[0] === 'pytest' ? [] : suites;
};

/** A name such as `tests.test_calc.TestAdd` names the file already. */
const saysFile = (file: string, owner: string): boolean => {
  if (file === '') return true;
  const dot = file.lastIndexOf('.');
  const module = (dot > 0 ? file.slice(0, dot) : file).replaceAll('/', '.');
  return owner === module || owner.startsWith(`${module}.`);
};
