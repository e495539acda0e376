import { describe, expect, test } from 'vitest';
import type { Check } from '../../../src/core/domain/check/check.ts';
import { planOf } from '../profile/plan-fixture.ts';
import {
  type FinishedCheck,
  interpretBuild,
  interpretLint,
  interpretTests,
} from '../../../src/core/parse/interpret-checks.ts';

const finished = (
  kind: Check['kind'],
  command: string,
  origin: Check['origin'] = 'profile',
): FinishedCheck => ({
  check: {
    kind,
    name: kind,
    command,
    timeoutMs: 1000,
    parser: kind === 'lint' ? 'golangci-json' : 'junit',
    report: { from: 'stdout' },
    env: {},
    origin,
  },
  outcome: {
    status: 'exited',
    exitCode: 127,
    durationMs: 1,
    log: { path: 'x', sha256: 'x', bytes: 0, truncated: false },
  },
  documents: [],
  root: '/workspace',
});
const LINT = 'export PATH="$PWD/bin:$PATH"; golangci-lint run';

describe('a guessed command whose program is not installed', () => {
  test('is not configured on the base, and the reason says so', () => {
    const reason = '`golangci-lint run` calls a program that is not installed here (exit 127)';
    const absent = { known: false, cause: 'not-configured', reason };
    expect(interpretLint(finished('lint', LINT), 'baseline')).toEqual(absent);
    expect(interpretTests(finished('test', LINT), 'baseline')).toEqual(absent);
    expect(interpretBuild([finished('build', LINT)], 'baseline')).toEqual(absent);
  });

  test('is shown without what a profile puts before it', () => {
    const { command } = planOf({ Gemfile: "gem 'rubocop'", '.rspec': '', '.rubocop.yml': '' }).checks.find(
      ({ kind }) => kind === 'lint',
    )!;
    expect(interpretLint(finished('lint', command), 'baseline')).toMatchObject({
      reason: expect.stringMatching(/^`bundle exec rubocop /),
    });
  });

  test('is the candidate’s fault if the base had it', () => {
    expect(interpretLint(finished('lint', LINT), 'candidate')).toMatchObject({ cause: 'candidate' });
    expect(interpretBuild([finished('build', LINT)], 'candidate')).toMatchObject({
      value: { passed: false },
    });
  });

  test('a command of the user’s own is not a guess', () => {
    const own = interpretLint(finished('lint', LINT, 'config'), 'baseline');
    expect(own).toMatchObject({ known: false, reason: expect.stringContaining('printed no JSON report') });
    expect(interpretBuild([finished('build', LINT, 'config')], 'baseline')).toMatchObject({ known: true });
  });
});

describe('a linter followed by another command', () => {
  const after = (command: string, exitCode: number, findings: readonly object[] = []) => {
    const run = finished('lint', command);
    const text = JSON.stringify([{ filePath: '/workspace/a.js', messages: findings }]);
    return interpretLint(
      {
        ...run,
        check: { ...run.check, parser: 'eslint-json' },
        outcome: { ...run.outcome, exitCode } as FinishedCheck['outcome'],
        documents: [{ name: 'lint.json', text }],
      },
      'candidate',
    );
  };
  const BOTH = 'eslint . -f json && prettier --check .';

  test('is one finding if only the other one fails', () => {
    expect(after(BOTH, 1)).toMatchObject({
      known: true,
      value: { trust: 'low-trust', errors: 1, findings: [{ rule: 'exit-code' }] },
    });
    expect(after(BOTH, 0)).toMatchObject({ known: true, value: { errors: 0 } });
  });

  test('is unknown if it crashes, or if nothing comes after it', () => {
    expect(after(BOTH, 2)).toMatchObject({ known: false });
    expect(after('eslint . -f json', 1)).toMatchObject({ known: false });
  });
});
