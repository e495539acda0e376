import { describe, expect, test } from 'vitest';
import { LintReport } from '../../../../src/core/domain/check/lint-report.ts';
import { parseText, places, recorded } from './recorded-report.ts';

/** [fixture, parser, exit code as recorded, errors, warnings, some of its findings] */
type Case = readonly [string, string, number, number, number, ...string[]];

const ESLINT = ['no-var src/bad.js:1', 'eqeqeq src/bad.js:2', 'parse-error src/broken.js:1'];
const TSC = ['TS2322 src/bad.ts:1', 'TS2339 src/bad.ts:3', 'TS2322 src/bad.ts:5'];

const CASES: readonly Case[] = [
  ...['7.32.0', '8.57.1', '9.39.1', '10.14.0'].flatMap((version): Case[] => [
    [`eslint/${version}/findings.json`, 'eslint-json', 1, 3, 2, ...ESLINT],
    [`eslint/${version}/clean.json`, 'eslint-json', 0, 0, 0],
  ]),
  [
    'rubocop/1.39.0/findings.json',
    'rubocop-json',
    1,
    1,
    7,
    'Lint/UselessAssignment lib/bad.rb:6',
    'Security/Eval lib/bad.rb:7',
    'Lint/Syntax lib/broken.rb:3',
  ],
  ['rubocop/1.39.0/clean.json', 'rubocop-json', 0, 0, 0],
  [
    'clang-tidy/14/findings.txt',
    'clang-tidy',
    1,
    1,
    3,
    'modernize-use-nullptr src/a.cpp:2',
    'readability-braces-around-statements src/a.h:2',
    'bugprone-integer-division src/b.cpp:2',
  ],
  [
    'pyright/1.1.414/findings.json',
    'pyright-json',
    1,
    3,
    0,
    'reportReturnType calc.py:5',
    'reportAttributeAccessIssue calc.py:9',
  ],
  ['pyright/1.1.414/clean.json', 'pyright-json', 0, 0, 0],

  ['eslint/9.39.1/npm-run.txt', 'eslint-json', 1, 3, 2, ...ESLINT],

  [
    'oxlint/0.5.0/findings.json',
    'oxlint-json',
    1,
    2,
    1,
    'eslint(eqeqeq) src/bad.js:0',
    'parse-error src/broken.js:0',
  ],
  ['oxlint/0.5.0/clean.json', 'oxlint-json', 0, 0, 0],
  ['oxlint/0.15.15/findings.json', 'oxlint-json', 1, 2, 2, 'eslint(no-debugger) src/bad.js:0'],
  ['oxlint/0.15.15/clean.json', 'oxlint-json', 0, 0, 0],
  [
    'oxlint/1.89.0/findings.json',
    'oxlint-json',
    1,
    2,
    2,
    'eslint(no-debugger) src/bad.js:3',
    'parse-error src/broken.js:1',
  ],
  ['oxlint/1.89.0/clean.json', 'oxlint-json', 0, 0, 0],

  [
    'biome/1.9.4/lint.json',
    'biome-json',
    1,
    3,
    2,
    'lint/style/noVar src/utf.js:2',
    'lint/suspicious/noDebugger src/bad.js:6',
    'parse src/broken.js:1',
  ],
  ['biome/1.9.4/check.json', 'biome-json', 1, 7, 2, 'format src/utf.js:0'],
  ['biome/1.9.4/clean.json', 'biome-json', 0, 0, 0],
  ['biome/1.9.4/gitlab.json', 'biome-json', 1, 3, 2, 'lint/style/noVar src/utf.js:2'],
  ['biome/2.0.6/lint.json', 'biome-json', 1, 1, 6, 'lint/correctness/noUnusedVariables src/utf.js:2'],
  ['biome/2.0.6/check.json', 'biome-json', 1, 5, 6],
  ['biome/2.0.6/clean.json', 'biome-json', 0, 0, 0],
  [
    'biome/2.5.15/lint.json',
    'biome-json',
    1,
    1,
    6,
    'lint/correctness/noUnusedVariables src/utf.js:2',
    'parse src/broken.js:1',
  ],
  ['biome/2.5.15/check.json', 'biome-json', 1, 4, 6, 'format src/bad.js:0'],
  ['biome/2.5.15/clean.json', 'biome-json', 0, 0, 0],
  ['biome/2.5.15/gitlab.json', 'biome-json', 1, 1, 6, 'parse src/broken.js:1'],

  ...(['4.9.5', '5.9.3', '7.0.2'] as const).flatMap((version): Case[] => [
    [`tsc/${version}/findings.txt`, 'tsc', 2, 3, 0, ...TSC],
    [`tsc/${version}/pretty.txt`, 'tsc', 2, 3, 0, ...TSC],
    [`tsc/${version}/bad-option.txt`, 'tsc', 2, 4, 0, 'TS5023 tsconfig.option.json:1'],
    [`tsc/${version}/no-inputs.txt`, 'tsc', 2, 1, 0, 'TS18003 :0'],
    [`tsc/${version}/no-config.txt`, 'tsc', 1, 1, 0, 'TS5058 :0'],
  ]),
  ['tsc/4.9.5/syntax.txt', 'tsc', 2, 1, 0, 'TS1109 syn/broken.ts:1'],
  ['tsc/5.9.3/syntax.txt', 'tsc', 2, 1, 0, 'TS1109 syn/broken.ts:1'],
  ['tsc/7.0.2/files-and-config.txt', 'tsc', 1, 1, 0, 'TS5112 :0'],

  ['ruff/0.0.200/findings.json', 'ruff-json', 1, 4, 0, 'F401 pkg/bad.py:1', 'F821 pkg/bad.py:9'],
  ['ruff/0.0.200/syntax.json', 'ruff-json', 1, 1, 0, 'E999 syn/broken.py:1'],
  ['ruff/0.0.200/clean.json', 'ruff-json', 0, 0, 0],
  ['ruff/0.0.292/findings.json', 'ruff-json', 1, 5, 0, 'F401 pkg/bad.py:1', 'E711 pkg/bad.py:7'],
  ['ruff/0.0.292/syntax.json', 'ruff-json', 1, 1, 0, 'E999 syn/broken.py:1'],
  ['ruff/0.9.10/findings.json', 'ruff-json', 1, 5, 0, 'W291 pkg/bad.py:6'],
  ['ruff/0.9.10/syntax.json', 'ruff-json', 1, 2, 0, 'invalid-syntax syn/broken.py:1'],
  ['ruff/0.17.4/findings.json', 'ruff-json', 1, 5, 0, 'W291 pkg/bad.py:6'],
  ['ruff/0.17.4/syntax.json', 'ruff-json', 1, 2, 0, 'invalid-syntax syn/broken.py:1'],
  ['ruff/0.17.4/missing-path.json', 'ruff-json', 1, 1, 0, 'E902 nosuch:1'],
  ['ruff/0.17.4/clean.json', 'ruff-json', 0, 0, 0],

  ...['3.9.2', '7.5.0'].flatMap((version): Case[] => [
    [`flake8/${version}/findings.txt`, 'flake8', 1, 5, 1, 'F401 pkg/bad.py:1', 'W291 pkg/bad.py:6'],
    [`flake8/${version}/pylint-format.txt`, 'flake8', 1, 5, 1, 'F401 pkg/bad.py:1', 'W291 pkg/bad.py:6'],
    [`flake8/${version}/missing-path.txt`, 'flake8', 1, 1, 0, 'E902 nosuch:0'],
  ]),
  ['flake8/3.9.2/syntax.txt', 'flake8', 1, 1, 0, 'E902 syn/broken.py:1'],
  ['flake8/7.5.0/syntax.txt', 'flake8', 1, 1, 0, 'E999 syn/broken.py:1'],

  ['pylint/2.17.7/findings.json', 'pylint-json', 22, 1, 10, 'undefined-variable pkg/bad.py:9'],
  ['pylint/2.17.7/syntax.json', 'pylint-json', 2, 1, 0, 'syntax-error syn/broken.py:1'],
  ['pylint/2.17.7/clean.json', 'pylint-json', 0, 0, 0],
  ['pylint/4.1.3/findings.json', 'pylint-json', 22, 1, 7, 'trailing-whitespace pkg/bad.py:6'],
  ['pylint/4.1.3/findings-json2.json', 'pylint-json', 22, 1, 7, 'trailing-whitespace pkg/bad.py:6'],
  ['pylint/4.1.3/syntax.json', 'pylint-json', 2, 1, 0, 'syntax-error syn/broken.py:1'],
  ['pylint/4.1.3/clean.json', 'pylint-json', 0, 0, 0],
  ['pylint/4.1.3/clean-json2.json', 'pylint-json', 0, 0, 0],

  ...['findings', 'pretty', 'columns'].flatMap((name): Case[] => [
    [`mypy/0.991/${name}.txt`, 'mypy', 1, 3, 0, 'return-value pkg/bad.py:8', 'arg-type pkg/bad.py:12'],
    [`mypy/2.4.1/${name}.txt`, 'mypy', 1, 2, 0, 'name-defined pkg/bad.py:9', 'arg-type pkg/bad.py:12'],
  ]),
  ['mypy/0.991/clean.txt', 'mypy', 0, 0, 0],
  ['mypy/2.4.1/clean.txt', 'mypy', 0, 0, 0],
  ['mypy/2.4.1/findings.jsonl', 'mypy', 1, 2, 0, 'name-defined pkg/bad.py:9', 'arg-type pkg/bad.py:12'],
  ['mypy/2.4.1/clean.jsonl', 'mypy', 0, 0, 0],

  [
    'clippy/1.95.0/warnings.jsonl',
    'clippy-json',
    0,
    0,
    3,
    'clippy::len_zero src/lib.rs:3',
    'unused_variables src/lib.rs:10',
  ],
  ['clippy/1.95.0/denied.jsonl', 'clippy-json', 101, 3, 0, 'clippy::len_zero src/lib.rs:3'],
  ['clippy/1.95.0/syntax.jsonl', 'clippy-json', 101, 1, 0, 'rustc src/lib.rs:1'],
  ['clippy/1.95.0/type-error.jsonl', 'clippy-json', 101, 1, 0, 'E0308 src/lib.rs:2'],
  ['clippy/1.95.0/clean.jsonl', 'clippy-json', 0, 0, 0],

  ['go-vet/1.21.13/findings-json.txt', 'go-vet-json', 0, 5, 0, 'printf main.go:6', 'copylocks sub/sub.go:5'],
  ['go-vet/1.21.13/type-error-json.txt', 'go-vet-json', 1, 6, 0, 'compile bad/bad.go:3', 'assign main.go:8'],
  ['go-vet/1.21.13/type-error.txt', 'go-vet-json', 1, 6, 0, 'compile bad/bad.go:3', 'vet main.go:8'],
  ['go-vet/1.21.13/clean-json.txt', 'go-vet-json', 0, 0, 0],
  ['go-vet/1.26.8/findings-json.txt', 'go-vet-json', 0, 5, 0, 'printf sub/sub_test.go:5'],
  [
    'go-vet/1.26.8/type-error-json-log.txt',
    'go-vet-json',
    1,
    6,
    0,
    'compile bad/bad.go:3',
    'assign main.go:8',
  ],
  ['go-vet/1.26.8/findings.txt', 'go-vet-json', 1, 5, 0, 'vet sub/sub.go:5'],
  ['go-vet/1.26.8/type-error.txt', 'go-vet-json', 1, 6, 0, 'compile bad/bad.go:3'],
  ['go-vet/1.26.8/clean-json.txt', 'go-vet-json', 0, 0, 0],

  ['golangci/1.64.8/findings.json', 'golangci-json', 1, 4, 0, 'govet main.go:8'],
  ['golangci/1.64.8/type-error.json', 'golangci-json', 1, 1, 0, 'typecheck bad/bad.go:1'],
  ['golangci/1.64.8/clean.json', 'golangci-json', 0, 0, 0],
  ['golangci/2.5.0/findings.txt', 'golangci-json', 1, 5, 0, 'errcheck sub/err.go:5'],
  ['golangci/2.5.0/severities.txt', 'golangci-json', 1, 4, 1, 'errcheck sub/err.go:5'],
  ['golangci/2.5.0/clean.txt', 'golangci-json', 0, 0, 0],

  ['gofmt/1.26.8/list.txt', 'gofmt-list', 0, 0, 2, 'gofmt bad/bad.go:0', 'gofmt bad/two words.go:0'],
  ['gofmt/1.26.8/diff.txt', 'gofmt-list', 1, 0, 2, 'gofmt bad/bad.go:0', 'gofmt bad/two words.go:0'],
  ['gofmt/1.26.8/syntax-log.txt', 'gofmt-list', 2, 1, 1, 'parse-error bad/bad.go:3'],

  ...['8.45.1', '10.21.1'].flatMap((version): Case[] => [
    [
      `checkstyle/${version}/findings.xml`,
      'checkstyle-xml',
      1,
      1,
      3,
      'com.puppycrawl.tools.checkstyle.checks.imports.UnusedImportsCheck src/Bad.java:1',
    ],
    [`checkstyle/${version}/clean.xml`, 'checkstyle-xml', 0, 0, 0],
  ]),
  [
    'eslint/8.57.1/checkstyle.xml',
    'checkstyle-xml',
    1,
    3,
    2,
    'eslint.rules.eqeqeq src/bad.js:2',
    'checkstyle src/broken.js:1',
  ],

  ['eslint/8.57.1/findings.sarif', 'sarif', 1, 3, 2, 'eqeqeq src/bad.js:2', 'ESL0999 src/broken.js:1'],
  ['checkstyle/10.21.1/findings.sarif', 'sarif', 1, 1, 3, 'import.unused src/Bad.java:1'],
  ['ruff/0.17.4/syntax.sarif', 'sarif', 1, 2, 0, 'invalid-syntax syn/broken.py:1'],
];

const TEXT_ONLY: readonly Case[] = [
  ['eslint/9.39.1/stylish.txt', 'auto', 1, 3, 2, 'eqeqeq src/bad.js:2'],
  ['eslint/9.39.1/npm-run-stylish-clean.txt', 'auto', 0, 0, 0],
  ['eslint/8.57.1/unix.txt', 'auto', 1, 3, 2, 'no-var src/bad.js:1'],
  ['eslint/8.57.1/compact.txt', 'auto', 1, 3, 2, 'no-var src/bad.js:1'],
  ['oxlint/0.15.15/text.txt', 'auto', 1, 2, 2, 'eslint(no-debugger) src/bad.js:3'],
  ['oxlint/1.89.0/text.txt', 'auto', 1, 2, 2, 'eslint(no-debugger) src/bad.js:3'],
  ['biome/2.5.15/github.txt', 'auto', 1, 1, 6, 'parse src/broken.js:1'],
  ['biome/2.5.15/clean-text.txt', 'auto', 0, 0, 0],
  ['ruff/0.0.200/text.txt', 'auto', 1, 4, 0, 'F401 pkg/bad.py:1'],
  ['ruff/0.0.292/text.txt', 'auto', 1, 4, 0, 'F401 pkg/bad.py:1'],
  ['ruff/0.9.10/text.txt', 'auto', 1, 4, 0, 'F401 pkg/bad.py:1'],
  ['ruff/0.9.10/concise.txt', 'auto', 1, 4, 0, 'F821 pkg/bad.py:9'],
  ['ruff/0.17.4/text.txt', 'auto', 1, 3, 0, 'F821 pkg/bad.py:9'],
  ['ruff/0.17.4/github.txt', 'auto', 1, 3, 0, 'ruff (F821) pkg/bad.py:9'],
  ['pylint/4.1.3/text.txt', 'auto', 22, 1, 7, 'undefined-variable pkg/bad.py:9'],
  ['rubocop/1.39.0/text.txt', 'auto', 1, 7, 0, ' lib/bad.rb:6'],
  ['clippy/1.95.0/text.txt', 'auto', 0, 0, 3, ' src/lib.rs:3'],
];

const check = ([path, parser, exitCode, errors, warnings, ...some]: Case) => {
  const report = parseText(parser, recorded(path), exitCode);
  expect(report).toMatchObject({ known: true, value: { errors, warnings } });
  expect(places(report)).toEqual(expect.arrayContaining(some));
  expect(report.known && LintReport.safeParse(report.value).success).toBe(true);
};

describe('recorded output of the real tools', () => {
  test.each(CASES)('%s is read by %s (exit %i): %i errors, %i warnings', (...row) =>
    check(row as unknown as Case),
  );
});

describe('auto', () => {
  // Only their own parsers know that a file is not a finding, and that a header is examined twice.
  const fixedIds = CASES.filter(([, parser]) => parser !== 'gofmt-list' && parser !== 'clang-tidy');
  test.each(fixedIds)('%s is recognised as what %s reads (exit %i): %i errors, %i warnings', (...row) => {
    const [path, , exitCode, errors, warnings] = row as unknown as Case;
    expect(parseText('auto', recorded(path), exitCode)).toMatchObject({
      known: true,
      value: { errors, warnings },
    });
  });

  test.each(TEXT_ONLY)('%s: text by %s (exit %i): %i errors, %i warnings, low trust', (...given) => {
    const row = given as unknown as Case;
    check(row);
    expect(parseText('auto', recorded(row[0]), row[2])).toMatchObject({ value: { trust: 'low-trust' } });
  });
});

test('text is marked, structure is trusted', () => {
  const trust = (path: string, id: string, exitCode: number) => parseText(id, recorded(path), exitCode);
  expect(trust('tsc/5.9.3/findings.txt', 'tsc', 2)).toMatchObject({ value: { trust: 'low-trust' } });
  expect(trust('mypy/2.4.1/findings.txt', 'mypy', 1)).toMatchObject({ value: { trust: 'low-trust' } });
  expect(trust('mypy/2.4.1/findings.jsonl', 'mypy', 1)).toMatchObject({ value: { trust: 'structured' } });
  expect(trust('go-vet/1.26.8/findings.txt', 'go-vet-json', 1)).toMatchObject({
    value: { trust: 'low-trust' },
  });
  expect(trust('go-vet/1.26.8/findings-json.txt', 'go-vet-json', 0)).toMatchObject({
    value: { trust: 'structured' },
  });
  expect(trust('eslint/10.14.0/findings.json', 'eslint-json', 1)).toMatchObject({
    value: { trust: 'structured' },
  });
});
