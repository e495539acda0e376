import { readdirSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LintReport } from '../../../../src/core/domain/check/lint-report.ts';
import { lintParsers } from '../../../../src/core/parse/lint/registry.ts';
import { parseText, places, recorded } from './recorded-report.ts';

const FOLDER = new URL('../../../fixtures/lint-reports/', import.meta.url);
const FIXTURES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:json|jsonl|txt|xml|sarif)$/.test(path))
  .toSorted();

const exitCode = fc.constantFrom(null, 0, 1, 2, 101);

/** Gives a report or a reason, and the counts are the findings'. */
const holds = (text: string, exit: number | null): void => {
  for (const { id } of lintParsers) {
    const report = parseText(id, text, exit);
    if (!report.known) {
      expect(report.reason).not.toBe('');
      continue;
    }
    const { findings, errors, warnings } = report.value;
    expect(findings.filter(({ severity }) => severity === 'error')).toHaveLength(errors);
    expect(findings).toHaveLength(errors + warnings);
    expect(LintReport.parse(JSON.parse(JSON.stringify(report.value)))).toEqual(report.value);
  }
};

describe('any text gives a report or a reason', () => {
  test('random text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), exitCode, holds), { numRuns: 80 });
  });

  test('random JSON, alone and in lines', () => {
    const json = fc.json({ maxDepth: 5 });
    const lines = fc.array(json, { maxLength: 4 }).map((values) => values.join('\n'));
    fc.assert(fc.property(fc.oneof(json, lines), exitCode, holds), { numRuns: 80 });
  });

  test('lines that look like findings', () => {
    const token = fc.constantFrom(
      ':',
      '::',
      '1',
      '12',
      ' ',
      'error',
      'TS1',
      'a.go',
      '(',
      ')',
      ',',
      '[',
      ']',
      '\n',
      '--> ',
      'E1',
      '\u001B[',
      '{"file":',
    );
    const text = fc.array(token, { maxLength: 60 }).map((tokens) => tokens.join(''));
    fc.assert(fc.property(text, exitCode, holds), { numRuns: 120 });
  });

  test('recorded output, cut and changed', () => {
    const spot = fc.double({ min: 0, max: 1, noNaN: true });
    const change = fc.record({
      path: fc.constantFrom(...FIXTURES),
      at: spot,
      length: fc.nat(30),
      put: fc.oneof(
        fc.string({ maxLength: 8 }),
        fc.constantFrom('"', '\\', '{', ']', '\u0000', '\n', 'null', '-1', '1e999', '\uD800'),
      ),
    });
    const mutated = change.map(({ path, at, length, put }) => {
      const text = recorded(path);
      const start = Math.floor(at * text.length);
      return text.slice(0, start) + put + text.slice(start + length);
    });
    fc.assert(fc.property(mutated, exitCode, holds), { numRuns: 120 });
  });

  test('values of the wrong kind anywhere in a JSON report', () => {
    const wrong = fc.constantFrom(null, -1, 1e300, 0.5, '', '__proto__', [], {}, true, '\uD800');
    const reports = FIXTURES.filter((path) => path.endsWith('.json') || path.endsWith('.sarif'));
    const mutated = fc.tuple(fc.constantFrom(...reports), fc.nat(400), wrong).map(([path, target, value]) => {
      let seen = 0;
      return JSON.stringify(
        JSON.parse(recorded(path), (_key, old: unknown) => (seen++ === target ? value : old)),
      );
    });
    fc.assert(fc.property(mutated, exitCode, holds), { numRuns: 120 });
  });
});

describe('inputs designed to be slow', () => {
  test.each([
    ['brackets', '['.repeat(100_000)],
    ['closed brackets', '['.repeat(20_000) + ']'.repeat(20_000)],
    ['lines of opening brackets', '[{\n'.repeat(20_000)],
    ['lines of small objects', '{"a":1}\n'.repeat(5_000)],
    ['colons', ':1'.repeat(200_000)],
    ['lines of colons and digits', `a${':1'.repeat(1900)}\n`.repeat(200)],
    ['lines of blanks', `a:1:1: ${' '.repeat(3900)}x\n`.repeat(200)],
    ['lines of codes', `${':1:1: C1234: '.repeat(300)}\n`.repeat(200)],
    ['escape sequences', '\u001B]'.repeat(200_000)],
    ['quotes', `{"${'\\'.repeat(300_000)}`],
    ['a long name', `${'../'.repeat(100_000)}a.ts(1,1): error TS1: x`],
    ['open elements', `<checkstyle>${'<file name="a">'.repeat(5_000)}`],
  ])('%s: ends, with a report or a reason', (_name, text) => {
    holds(text, 1);
  });

  test('a document type and its entities are refused', () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE checkstyle [<!ENTITY a "aaaa">]><checkstyle><file name="&a;"></file></checkstyle>`;
    expect(parseText('checkstyle-xml', bomb, 0)).toMatchObject({ known: false });
    const entity = '<checkstyle><file name="&a;"></file></checkstyle>';
    expect(parseText('checkstyle-xml', entity, 0)).toMatchObject({ known: false });
  });

  test('names of inherited properties are names', () => {
    const vet = '{"__proto__":{"constructor":[{"posn":"/workspace/__proto__:1:1","message":"toString"}]}}';
    expect(places(parseText('go-vet-json', vet, 0))).toEqual(['constructor __proto__:1']);
  });

  test('half a surrogate pair does not reach the evidence', () => {
    const report =
      '[{"filePath":"/workspace/\\ud800.js","messages":[{"ruleId":"\\udc00","severity":2,"message":"\\ud83d","line":1}]}]';
    const parsed = parseText('eslint-json', report, 1);
    expect(parsed.known && JSON.stringify(parsed.value)).not.toContain('\\ud');
    expect(places(parsed)).toEqual(['\uFFFD \uFFFD.js:1']);
  });

  test('an invalid place is line 0', () => {
    const file = (line: unknown) =>
      JSON.stringify([{ filePath: 'a.js', messages: [{ severity: 1, message: 'm', line }] }]);
    for (const line of [-1, 0.5, 1e300, 0, null])
      expect(places(parseText('eslint-json', file(line), 1))).toEqual(['eslint a.js:0']);
  });
});
