import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RawReport } from '../../../../src/core/domain/check/output-parser.ts';
import { radonJson } from '../../../../src/core/parse/measure/radon-json.ts';
import { banditJson } from '../../../../src/core/parse/security/bandit-json.ts';
import { cargoAuditJson } from '../../../../src/core/parse/security/cargo-audit-json.ts';
import { gosecJson } from '../../../../src/core/parse/security/gosec-json.ts';
import { govulncheckJson } from '../../../../src/core/parse/security/govulncheck-json.ts';
import { npmAuditJson } from '../../../../src/core/parse/security/npm-audit-json.ts';
import { rubocopSecurityJson } from '../../../../src/core/parse/security/rubocop-security-json.ts';
import { spotbugsXml } from '../../../../src/core/parse/security/spotbugs-xml.ts';

const recorded = (name: string): string =>
  readFileSync(new URL(`../../../fixtures/security-reports/${name}`, import.meta.url), 'utf8');

const said = (text: string, exitCode: number | null = 1): RawReport => ({
  documents: [{ name: 'stdout', text }],
  exitCode,
  root: '/work/tree',
});

const PARSERS = [
  banditJson,
  gosecJson,
  govulncheckJson,
  npmAuditJson,
  spotbugsXml,
  cargoAuditJson,
  rubocopSecurityJson,
];

describe('recorded reports', () => {
  test('bandit', () => {
    const read = banditJson.parse(said(recorded('bandit.json')));
    expect(read.known && read.value.map(({ rule, level, file, line }) => [rule, level, file, line])).toEqual([
      ['B404', 'low', 'bad.py', 1],
      ['B101', 'low', 'bad.py', 5],
      ['B602', 'high', 'bad.py', 6],
      ['B307', 'medium', 'bad.py', 8],
    ]);
  });

  test('bandit that left a file out: not measured', () => {
    const report = {
      ...JSON.parse(recorded('bandit.json')),
      errors: [{ filename: './b.py', reason: 'syntax' }],
    };
    expect(banditJson.parse(said(JSON.stringify(report)))).toMatchObject({ known: false });
  });

  test('gosec, and the same on code that does not compile: not measured', () => {
    const read = gosecJson.parse(said(recorded('gosec.json')));
    expect(read.known && read.value.map(({ rule, level, file, line }) => [rule, level, file, line])).toEqual(
      expect.arrayContaining([
        ['G204', 'medium', 'x.go', 11],
        ['G104', 'low', 'x.go', 11],
      ]),
    );
    const broken = gosecJson.parse(said(recorded('gosec-not-compiled.json')));
    expect(broken.known || broken.reason).toContain('gosec could not look at everything');
  });

  test('rubocop, and the same on code that does not parse: not measured', () => {
    const read = rubocopSecurityJson.parse(said(recorded('rubocop.json')));
    expect(read.known && read.value.map(({ rule, level, file, line }) => [rule, level, file, line])).toEqual([
      ['Security/Eval', 'high', 'sec/bad.rb', 7],
      ['Security/MarshalLoad', 'high', 'sec/bad.rb', 8],
    ]);
    const broken = rubocopSecurityJson.parse(said(recorded('rubocop-syntax.json')));
    expect(broken.known || broken.reason).toContain('rubocop cannot parse lib/broken.rb');
  });

  test('npm audit at a registry that knows no advisories: a reason, not a clean report', () => {
    const read = npmAuditJson.parse(said(recorded('npm-audit-refused.json')));
    expect(read).toMatchObject({ known: false, cause: 'not-configured' });
    expect(read.known || read.reason).toContain('npm audit gave no report');
  });

  test('radon', () => {
    const [cc, mi] = [
      radonJson.complexity(said(recorded('radon-cc.json'), 0)),
      radonJson.maintainability(said(recorded('radon-mi.json'), 0)),
    ];
    expect(cc.known && cc.value.get('bad.py')).toMatchObject([
      { name: 'run', complexity: 4, firstLine: 4, lastLine: 9 },
    ]);
    expect(mi.known && mi.value.get('bad.py')).toBeCloseTo(72.69, 2);
  });
});

describe('formats from documentation', () => {
  test('npm audit: one hazard per advisory, none for packages that lead to it', () => {
    const report = {
      auditReportVersion: 2,
      vulnerabilities: {
        lodash: {
          name: 'lodash',
          severity: 'critical',
          via: [{ title: 'Pollution', url: 'https://x.invalid/GHSA-1' }],
        },
        user: { name: 'user', severity: 'critical', via: ['lodash'] },
      },
      metadata: { vulnerabilities: { critical: 2 } },
    };
    const read = npmAuditJson.parse(said(JSON.stringify(report)));
    expect(read.known && read.value).toMatchObject([
      { rule: 'GHSA-1', level: 'high', message: 'lodash: Pollution' },
    ]);
  });

  test('gosec, and one that examined no file', () => {
    const issue = {
      severity: 'MEDIUM',
      rule_id: 'G401',
      details: 'weak',
      file: '/work/tree/a.go',
      line: '12-14',
    };
    const read = gosecJson.parse(said(JSON.stringify({ Issues: [issue], Stats: { files: 1 } })));
    expect(read.known && read.value).toMatchObject([
      { rule: 'G401', level: 'medium', file: 'a.go', line: 12 },
    ]);
    expect(gosecJson.parse(said(JSON.stringify({ Issues: [], Stats: { files: 0 } }), 0)).known).toBe(false);
  });

  test('govulncheck: a called vulnerability weighs more than a merely required one', () => {
    const lines = [
      { config: { scanner_name: 'govulncheck' } },
      { finding: { osv: 'GO-1', trace: [{ module: 'm' }] } },
      { finding: { osv: 'GO-2', trace: [{ module: 'n', package: 'n/p', function: 'F' }] } },
    ];
    const read = govulncheckJson.parse(said(lines.map((line) => JSON.stringify(line)).join('\n'), 0));
    expect(read.known && read.value.map(({ rule, level }) => [rule, level])).toEqual([
      ['GO-1', 'low'],
      ['GO-2', 'high'],
    ]);
  });

  test('cargo audit', () => {
    const one = { advisory: { id: 'RUSTSEC-1', title: 'unsound' }, package: { name: 'x' } };
    const report = { lockfile: { 'dependency-count': 3 }, vulnerabilities: { list: [one] } };
    const read = cargoAuditJson.parse(said(JSON.stringify(report)));
    expect(read.known && read.value).toMatchObject([
      { rule: 'RUSTSEC-1', level: 'high', file: 'Cargo.lock' },
    ]);
  });

  test('spotbugs: only its bugs about security', () => {
    const bug = (category: string, type: string) =>
      `<BugInstance type="${type}" priority="1" category="${category}"><SourceLine sourcepath="a/B.java" start="7"/></BugInstance>`;
    const xml = `<?xml version="1.0"?><BugCollection>${bug('SECURITY', 'SQL_INJECTION')}${bug('STYLE', 'UNUSED')}</BugCollection>`;
    const read = spotbugsXml.parse(said(xml, 0));
    expect(read.known && read.value).toMatchObject([
      { rule: 'SQL_INJECTION', level: 'high', file: 'a/B.java', line: 7 },
    ]);
  });
});

describe('an empty output is not a clean one', () => {
  test.each(PARSERS.map((parser) => [parser.id, parser] as const))('%s', (_, parser) => {
    for (const text of [
      '',
      '\n',
      'command not found',
      '{}',
      '[]',
      'null',
      '{"results": [',
      '<BugCollection>',
    ])
      for (const exitCode of [0, 1, null]) expect(parser.parse(said(text, exitCode)).known, text).toBe(false);
  });

  test('any text gives a list or a reason', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PARSERS), fc.oneof(fc.string(), fc.json()), (parser, text) => {
        const read = parser.parse(said(text));
        return read.known ? Array.isArray(read.value) : read.reason.length > 0;
      }),
    );
  });
});
