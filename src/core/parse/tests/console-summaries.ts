import { type ConsoleSummary, type Counts, listSummary, oneLineSummary } from './console-counts.ts';

const pytest = oneLineSummary(
  'pytest',
  /^(?:=+ )?((?:\d+ [a-z]+(?:, )?)+|no tests ran) in [\d.]+s(?: \([\d:]+\))?(?: =+)?$/,
  {
    passed: 'passed',
    xpassed: 'passed',
    failed: 'failed',
    error: 'failed',
    errors: 'failed',
    skipped: 'skipped',
    xfailed: 'skipped',
  },
);

const jest = oneLineSummary('jest', /^Tests:\s+((?:\d+ [a-z]+(?:, )?)+)$/, {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  todo: 'skipped',
});

const vitest = oneLineSummary('vitest', /^\s+Tests\s{2}(.+ \(\d+\))$/, {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  todo: 'skipped',
});

const nextest = oneLineSummary('nextest', /^\s+Summary \[\s*[\d.]+s\] \d+(?:\/\d+)? tests? run: (.+)$/, {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
});

const node = listSummary('node:test', /^(?:ℹ|#) (pass|fail|cancelled|skipped|todo) (\d{1,9})$/, {
  pass: 'passed',
  fail: 'failed',
  cancelled: 'failed',
  skipped: 'skipped',
  todo: 'skipped',
});

const mocha = listSummary('mocha', /^ {2}(\d{1,9}) (passing|failing|pending)(?: \(\d+m?[sh]?\))?$/, {
  passing: 'passed',
  failing: 'failed',
  pending: 'skipped',
});

/** `Ran 3 tests in 0.1s`, and below it `OK (skipped=1)` or `FAILED (failures=1)`. */
const unittest: ConsoleSummary = {
  tool: 'unittest',
  read(lines) {
    const runs: Counts[] = [];
    let ran = -1;
    for (const line of lines) {
      const start = /^Ran (\d{1,9}) tests? in [\d.]+s$/.exec(line)?.[1];
      if (start !== undefined) ran = Number(start);
      const verdict = /^(?:OK|FAILED|NO TESTS RAN)(?: \((.*)\))?$/.exec(line);
      if (ran < 0 || !verdict) continue;
      runs.push(unittestCounts(ran, verdict[1] ?? ''));
      ran = -1;
    }
    return runs;
  },
};

const unittestCounts = (ran: number, detail: string): Counts => {
  const of = (key: string) => Number(new RegExp(`(?:^|, )${key}=(\\d{1,9})`).exec(detail)?.[1] ?? 0);
  const failed = of('failures') + of('errors') + of('unexpected successes');
  const skipped = of('skipped') + of('expected failures');
  return { passed: Math.max(0, ran - failed - skipped), failed, skipped };
};

/** Runners that print how many ran, and how many of those failed or were skipped. */
const ranSummary = (tool: string, pattern: RegExp): ConsoleSummary => ({
  tool,
  read: (lines) =>
    lines.flatMap((line) => {
      const { ran, failures, errors, skipped } = pattern.exec(line)?.groups ?? {};
      if (ran === undefined) return [];
      const failed = Number(failures) + Number(errors ?? 0);
      const off = Number(skipped ?? 0);
      return [{ passed: Math.max(0, Number(ran) - failed - off), failed, skipped: off }];
    }),
});

/** The line for a whole module has no time and no class. */
const surefire = ranSummary(
  'surefire',
  /^\[(?:INFO|ERROR|WARNING)\] Tests run: (?<ran>\d{1,9}), Failures: (?<failures>\d{1,9}), Errors: (?<errors>\d{1,9}), Skipped: (?<skipped>\d{1,9})$/,
);

/** `Total`, `Passed` and `Skipped` on a line each; the rest of the total failed. */
const uvu: ConsoleSummary = {
  tool: 'uvu',
  read(lines) {
    const runs: Counts[] = [];
    let [total, passed] = [-1, -1];
    for (const line of lines) {
      const [, word = '', number = ''] = /^ {2}(Total|Passed|Skipped): {1,8}(\d{1,9})$/.exec(line) ?? [];
      if (word === 'Total') total = Number(number);
      else if (word === 'Passed') passed = Number(number);
      else if (word === 'Skipped' && passed >= 0 && total >= passed) {
        const skipped = Number(number);
        runs.push({ passed, failed: Math.max(0, total - passed - skipped), skipped });
        [total, passed] = [-1, -1];
      }
    }
    return runs;
  },
};

const rspec = ranSummary(
  'rspec',
  /^(?<ran>\d{1,9}) examples?, (?<failures>\d{1,9}) failures?(?:, (?<skipped>\d{1,9}) pending)?(?:, \d+ errors? occurred outside of examples)?$/,
);

const minitest = ranSummary(
  'minitest',
  /^(?<ran>\d{1,9}) runs, \d+ assertions, (?<failures>\d{1,9}) failures, (?<errors>\d{1,9}) errors, (?<skipped>\d{1,9}) skips$/,
);

/** `40% tests passed, 3 tests failed out of 5`, which counts skipped tests as passed; below it those not run. */
const ctest: ConsoleSummary = {
  tool: 'ctest',
  read(lines) {
    const runs: { passed: number; failed: number; skipped: number }[] = [];
    for (const line of lines) {
      const [, failed, ran] =
        /^\d{1,3}% tests passed, (\d{1,9}) tests? failed out of (\d{1,9})$/.exec(line) ?? [];
      const last = runs.at(-1);
      if (failed !== undefined)
        runs.push({ passed: Math.max(0, Number(ran) - Number(failed)), failed: Number(failed), skipped: 0 });
      else if (last !== undefined && /^\t {0,8}\d{1,9} - .{1,1000} \((?:Skipped|Disabled)\)$/.test(line)) {
        last.skipped += 1;
        if (line.endsWith('(Skipped)')) last.passed = Math.max(0, last.passed - 1);
      }
    }
    return runs;
  },
};

/** Runners whose closing lines are known. */
export const CONSOLE_SUMMARIES: readonly ConsoleSummary[] = [
  pytest,
  jest,
  vitest,
  nextest,
  node,
  unittest,
  surefire,
  mocha,
  rspec,
  minitest,
  uvu,
  ctest,
];
