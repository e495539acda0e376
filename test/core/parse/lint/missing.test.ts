import { describe, expect, test } from 'vitest';
import { findLintParser, lintParsers } from '../../../../src/core/parse/lint/registry.ts';
import { parseText, recorded, ROOT } from './recorded-report.ts';

const JSON_TOOLS = [
  'eslint-json',
  'oxlint-json',
  'biome-json',
  'ruff-json',
  'pylint-json',
  'clippy-json',
  'golangci-json',
  'checkstyle-xml',
  'rubocop-json',
  'sarif',
  'pyright-json',
];
const TEXT_TOOLS = ['tsc', 'flake8', 'mypy', 'go-vet-json', 'gofmt-list', 'clang-tidy'];

const reasonOf = (id: string, text: string, exitCode: number | null): string => {
  const report = parseText(id, text, exitCode);
  expect(report).toMatchObject({ known: false, cause: 'candidate' });
  return report.known ? '' : report.reason;
};

test('every promised parser is registered once', () => {
  const ids = lintParsers.map(({ id }) => id);
  expect(ids.toSorted()).toEqual([...JSON_TOOLS, ...TEXT_TOOLS, 'auto'].toSorted());
  expect(findLintParser('constructor')).toBeUndefined();
});

describe('empty output', () => {
  test.each(JSON_TOOLS)('%s: an empty output is not a clean one', (id) => {
    expect(reasonOf(id, '', 0)).toContain('report');
    expect(reasonOf(id, '\n', 2)).toContain('exited 2');
  });

  test.each(JSON_TOOLS)('%s: no document at all is missing', (id) => {
    const report = findLintParser(id)?.parse({ documents: [], exitCode: 0, root: ROOT });
    expect(report).toMatchObject({ known: false });
  });

  test.each(TEXT_TOOLS)('%s: clean with exit 0, unknown with any other', (id) => {
    expect(parseText(id, '', 0)).toMatchObject({
      known: true,
      value: { errors: 0, warnings: 0, findings: [] },
    });
    expect(reasonOf(id, '', 3)).toContain('exited 3');
    expect(reasonOf(id, '', null)).toContain('was stopped');
  });
});

describe('a report that contradicts the exit code', () => {
  test.each([
    ['eslint-json', 'eslint/9.39.1/clean.json'],
    ['ruff-json', 'ruff/0.17.4/clean.json'],
    ['clippy-json', 'clippy/1.95.0/clean.jsonl'],
    ['checkstyle-xml', 'checkstyle/10.21.1/clean.xml'],
    ['golangci-json', 'golangci/2.5.0/clean.txt'],
    ['rubocop-json', 'rubocop/1.39.0/clean.json'],
  ])('%s: no findings but exit 1 (%s)', (id, path) => {
    expect(reasonOf(id, recorded(path), 1)).toContain('printed no findings but exited 1');
  });
});

describe('tools that report incomplete results', () => {
  test.each([
    ['mypy', 'mypy/0.991/syntax.txt', 2, 'mypy could not check everything and exited 2'],
    ['mypy', 'mypy/2.4.1/syntax.jsonl', 2, 'mypy could not check everything and exited 2'],
    ['auto', 'mypy/2.4.1/syntax.txt', 2, 'mypy could not check everything and exited 2'],
    ['rubocop-json', 'rubocop/1.39.0/no-files.json', 2, 'rubocop printed no findings but exited 2'],
    ['biome-json', 'biome/1.9.4/no-files.json', 1, 'biome checked no file'],
    ['biome-json', 'biome/2.5.15/no-files.json', 1, 'biome checked no file'],
    ['golangci-json', 'golangci/1.64.8/no-folder.json', 7, 'golangci-lint failed: typechecking error'],
    ['go-vet-json', 'go-vet/1.26.8/type-error-json.txt', 1, 'go vet could not check every package'],
    ['go-vet-json', 'go-vet/1.26.8/syntax-json.txt', 1, 'go vet could not check every package'],
    ['gofmt-list', 'gofmt/1.26.8/syntax-stdout.txt', 2, 'gofmt printed no list of files and exited 2'],
    ['oxlint-json', 'oxlint/1.89.0/crash.txt', 1, 'Failed to parse oxlint configuration file.'],
    ['oxlint-json', 'oxlint/0.15.15/crash.txt', 1, 'Failed to parse configuration file.'],
    ['checkstyle-xml', 'checkstyle/10.21.1/no-files.txt', 255, 'Files to process must be specified'],
    ['eslint-json', 'eslint/9.39.1/stylish.txt', 1, 'eslint printed no JSON report and exited 1'],
  ])('%s, %s (exit %i): %s', (id, path, exitCode, reason) => {
    expect(reasonOf(id, recorded(path), exitCode)).toContain(reason);
  });

  test('eslint lists clean files too, so an empty list is not a clean report', () => {
    expect(reasonOf('eslint-json', '[]', 0)).toBe('eslint checked no file');
  });

  test('gofmt is not found', () => {
    expect(reasonOf('gofmt-list', 'sh: 1: gofmt: not found\n', 127)).toContain('exited 127');
  });

  test.each(['', 'All is well, trust me.\n', recorded('oxlint/1.89.0/crash.txt')])(
    'auto: the exit code counts if nothing can be read: %j',
    (text) => {
      const value = { trust: 'low-trust', warnings: 0 };
      expect(parseText('auto', text, 0)).toMatchObject({ known: true, value: { ...value, errors: 0 } });
      expect(parseText('auto', text, 3)).toMatchObject({
        value: { ...value, format: 'exit-code', errors: 1, findings: [{ rule: 'exit-code', file: '' }] },
      });
      expect(reasonOf('auto', text, null)).toContain('was stopped');
    },
  );
});

describe('cut off or broken: never a part', () => {
  test.each([
    ['eslint-json', 'eslint/9.39.1/findings.json'],
    ['eslint-json', 'eslint/9.39.1/npm-run.txt'],
    ['oxlint-json', 'oxlint/1.89.0/findings.json'],
    ['biome-json', 'biome/2.5.15/lint.json'],
    ['ruff-json', 'ruff/0.17.4/findings.json'],
    ['pylint-json', 'pylint/4.1.3/findings.json'],
    ['golangci-json', 'golangci/1.64.8/findings.json'],
    ['sarif', 'checkstyle/10.21.1/findings.sarif'],
    ['checkstyle-xml', 'checkstyle/10.21.1/findings.xml'],
    ['clippy-json', 'clippy/1.95.0/denied.jsonl'],
    ['auto', 'eslint/9.39.1/findings.json'],
    ['auto', 'checkstyle/10.21.1/findings.xml'],
  ])('%s: every prefix of %s is missing', (id, path) => {
    const text = recorded(path).trimEnd();
    for (let length = id === 'auto' ? 7 : 0; length < text.length; length += Math.ceil(text.length / 60)) {
      expect(parseText(id, text.slice(0, length), 1)).toMatchObject({ known: false });
    }
  });

  test('JSON lines cut inside the last line', () => {
    const text = recorded('mypy/2.4.1/findings.jsonl').trimEnd();
    expect(reasonOf('mypy', text.slice(0, -5), 1)).toContain('cut off');
  });

  test('one unreadable message spoils the report', () => {
    const file = (messages: unknown[]) => JSON.stringify([{ filePath: '/workspace/a.js', messages }]);
    const good = { ruleId: 'x', severity: 2, message: 'm', line: 1 };
    expect(parseText('eslint-json', file([good]), 1)).toMatchObject({ value: { errors: 1 } });
    expect(reasonOf('eslint-json', file([good, { ...good, severity: 'low' }]), 1)).toContain(
      'no JSON report',
    );
    const lines = `${JSON.stringify({ reason: 'compiler-message', message: { level: 'error' } })}\n{"reason":"build-finished","success":false}`;
    expect(reasonOf('clippy-json', lines, 101)).toContain('cannot be read');
    const vet =
      '{"p":{"assign":[{"posn":"/workspace/a.go:1:2","message":"m"}]}}\n{"q":{"assign":[{"posn":1}]}}';
    expect(reasonOf('go-vet-json', vet, 0)).toContain('broken');
  });

  test('two tools in one log are not one report', () => {
    const both = `${recorded('eslint/9.39.1/findings.json')}\n${recorded('ruff/0.17.4/findings.json')}`;
    expect(parseText('auto', both, 1)).toMatchObject({ known: false });
  });

  test('biome that left findings out', () => {
    const report = JSON.parse(recorded('biome/2.5.15/lint.json')) as { summary: Record<string, number> };
    report.summary['diagnosticsNotPrinted'] = 4;
    expect(reasonOf('biome-json', JSON.stringify(report), 1)).toContain('left 4 findings out');
  });
});

test('several reports are added up: one per package, or one per document', () => {
  const text = recorded('eslint/9.39.1/findings.json');
  const log = `> a@1.0.0 lint\n> eslint -f json .\n\n${text}\n> b@1.0.0 lint\n${text}\n`;
  expect(parseText('eslint-json', log, 1)).toMatchObject({ value: { errors: 6, warnings: 4 } });
  const xml = recorded('checkstyle/10.21.1/findings.xml');
  const documents = ['a/checkstyle-result.xml', 'b/checkstyle-result.xml'].map((name) => ({
    name,
    text: xml,
  }));
  const report = findLintParser('checkstyle-xml')?.parse({ documents, exitCode: 1, root: ROOT });
  expect(report).toMatchObject({ value: { errors: 2, warnings: 6 } });
});
