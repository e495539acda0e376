import { expect, test } from 'vitest';
import { parseText, places } from './recorded-report.ts';

const run = (results: unknown, rest: object = {}) => ({
  tool: {
    driver: {
      name: 'tool',
      rules: [{ id: 'strict', defaultConfiguration: { level: 'error' } }, { id: 'plain' }],
    },
  },
  results,
  ...rest,
});
const log = (...runs: unknown[]) => JSON.stringify({ version: '2.1.0', runs });
const at = (uri: string, rest: object = {}) => [
  { physicalLocation: { artifactLocation: { uri, ...rest }, region: { startLine: 7 } } },
];
const result = (rest: object) => ({ message: { text: 'm' }, ...rest });
const counts = (text: string, exitCode = 0) => {
  const report = parseText('sarif', text, exitCode);
  return report.known ? [report.value.errors, report.value.warnings] : report.reason;
};

test.each([
  ['error', { level: 'error' }, [1, 0]],
  ['warning', { level: 'warning' }, [0, 1]],
  ['a note is the mildest warning', { level: 'note' }, [0, 1]],
  ['none, yet a failure', { level: 'none' }, [0, 1]],
  ['no level: the rule’s own', { ruleId: 'strict' }, [1, 0]],
  ['no level: the rule’s own, by index', { ruleIndex: 0 }, [1, 0]],
  ['no level anywhere: warning', { ruleId: 'plain' }, [0, 1]],
  ['a rule that passed', { kind: 'pass', level: 'none' }, [0, 0]],
  ['suppressed in the source', { level: 'error', suppressions: [{ kind: 'inSource' }] }, [0, 0]],
  ['an empty list suppresses nothing', { level: 'error', suppressions: [] }, [1, 0]],
  [
    'a refused suppression',
    { level: 'error', suppressions: [{ kind: 'external', status: 'rejected' }] },
    [1, 0],
  ],
  ['gone since the tool’s own baseline', { level: 'error', baselineState: 'absent' }, [0, 0]],
])('%s', (_name, rest, expected) => {
  expect(counts(log(run([result(rest)])))).toEqual(expected);
});

test('several runs are added up', () => {
  expect(
    counts(log(run([result({ level: 'error' })]), run([result({ level: 'note' }), result({})]))),
  ).toEqual([1, 2]);
});

test('files by URI, base and index', () => {
  const bases = { SRC: { uri: 'file:///workspace/lib/' } };
  const artifacts = [{ location: { uri: 'by/index.c' } }];
  const results = [
    result({ ruleId: 'a', locations: at('src/two%20words.c') }),
    result({ ruleId: 'b', locations: at('c.c', { uriBaseId: 'SRC' }) }),
    result({ ruleId: 'c', locations: at('d.c', { uriBaseId: '__proto__' }) }),
    result({ ruleId: 'd', locations: [{ physicalLocation: { artifactLocation: { index: 0 } } }] }),
    result({ ruleId: 'e' }),
  ];
  expect(places(parseText('sarif', log(run(results, { originalUriBaseIds: bases, artifacts })), 0))).toEqual([
    'a src/two words.c:7',
    'b lib/c.c:7',
    'c d.c:7',
    'd by/index.c:0',
    'e :0',
  ]);
});

test('a tool that did not finish has no clean report', () => {
  expect(counts(log())).toContain('no run');
  expect(counts(log(run(undefined)))).toContain('did not finish');
  expect(counts(log(run(null)))).toContain('did not finish');
  expect(counts(log(run([], { invocations: [{ executionSuccessful: false }] })))).toContain('did not finish');
});
