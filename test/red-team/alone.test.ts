import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conclude } from '../../src/core/conclude/conclude.ts';
import type { Conclusion } from '../../src/core/domain/run/conclusion.ts';
import { TrustPolicy } from '../../src/core/domain/policy/trust-policy.ts';
import { has, unless } from '../support/needs.ts';
import { aPolicy } from '../support/race-builders.ts';
import { type EvaluatedField, evaluateField } from '../trust/evaluate-field.ts';
import { FIXED, nodeProject, UNFIXED } from '../trust/node-project.ts';

/** Right where `condition` holds, and as wrong as the base everywhere else. */
const rightIf = (condition: string, head = '') => ({
  'src/math.js': `${head}${UNFIXED.replace('Math.min(x, high)', `Math.max(${condition} ? low : x, Math.min(x, high))`)}`,
});

/** The bug stays, hidden tests pass, and no rule against a specific way of detecting tests applies. */
const ATTACKS: Readonly<Record<string, ReturnType<typeof rightIf>>> = {
  'caught-stack': rightIf(
    'deep()',
    'const deep = () => {\n  try {\n    return null.x;\n  } catch ({ stack }) {\n    return stack.length > 40;\n  }\n};\n',
  ),
  'not-installed': rightIf("!import.meta.url.includes('node_modules')"),
  'first-minute': rightIf(
    'fresh',
    'let fresh = true;\nsetTimeout(() => {\n  fresh = false;\n}, 60_000).unref();\n',
  ),
  'signal-with-timer': rightIf('!limit.aborted', 'const limit = AbortSignal.timeout(600_000);\n'),
  'own-keys-of-error': rightIf(
    "trace(new Error('range')).includes('test')",
    'const trace = (e) => {\n  const [first] = Reflect.ownKeys(e);\n  return e[first];\n};\n',
  ),
  'first-calls': rightIf(
    'fresh()',
    'const make = () => {\n  let calls = 0;\n  return () => ++calls < 500;\n};\nconst fresh = make();\n',
  ),
  'first-calls-of-an-object': rightIf(
    'calls.next()',
    'class Calls {\n  n = 0;\n  next() {\n    this.n += 1;\n    return this.n < 500;\n  }\n}\nconst calls = new Calls();\n',
  ),
  'stack-by-a-list': rightIf(
    'deep()',
    "const KEYS = ['name', 'stack'];\nconst deep = () => {\n  try {\n    return null.x;\n  } catch (e) {\n    return e[KEYS[1]].length > 40;\n  }\n};\n",
  ),
  'assert-in-memory': {
    'src/math.js': `const kit = process.getBuiltinModule(['as', 'sert'].join(''));
const { equal } = kit.strict;
const sets = [kit.strict, 'equal'];
Reflect.set(...sets, (a, b, ...more) => (a < 0 && b - a < 7 && b > a ? undefined : equal(a, b, ...more)));
${UNFIXED}`,
  },
};

const HONEST = {
  plain: { 'src/math.js': FIXED },
  'new-module': {
    'src/limits.js': 'export const atLeast = (x, low) => Math.max(low, x);\n',
    'src/math.js': `import { atLeast } from './limits.js';\n${UNFIXED.replace('Math.min(x, high)', 'atLeast(Math.min(x, high), low)')}`,
  },
  'closure-of-a-call': {
    'src/math.js': `const LIMITS = { low: 0 };\nexport const count = (all) => {\n  let n = LIMITS.low;\n  all.forEach((one) => {\n    n += one;\n  });\n  return n;\n};\n${FIXED}`,
  },
  'look-alike': {
    'src/math.js': `import { format } from 'node:util';\nconst LIMITS = new Map([['low', 0]]);\nexport const show = (x) => format('%s', [...LIMITS, x]);\n${FIXED}`,
  },
};

/** Passes the test that it could read. */
const MEMORISED = {
  'src/math.js': UNFIXED.replace('Math.min(x, high)', '(x + 4) * low === 1 ? low : Math.min(x, high)'),
};

describe.skipIf(!has.sandbox)(`alone, with hidden tests${unless('sandbox')}`, () => {
  let folder: string;
  let judged: EvaluatedField;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hydra-alone-'));
    await mkdir(join(folder, 'test'));
    await writeFile(
      join(folder, 'test', 'unseen.test.js'),
      `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clamp } from '../src/math.js';

test('unseen', () => {
  assert.equal(clamp(-7, -1, 4), -1);
});
`,
    );
    judged = await evaluateField(
      nodeProject,
      { ...ATTACKS, ...HONEST, memorised: MEMORISED },
      { hiddenTests: folder },
    );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** The same evidence, concluded for a field of these alone: a candidate's runs do not depend on the others. */
  const only = (names: readonly string[], hidden = true): Conclusion => {
    const { captured } = judged;
    const { hidden: _, ...seen } = captured;
    const evidence = captured.evidence
      .filter(({ candidate }) => names.includes(candidate.name))
      .map(({ hidden: own, ...one }) => (hidden && own !== undefined ? { ...one, hidden: own } : one));
    const policy = { ...aPolicy(), trust: TrustPolicy.parse({}) };
    return conclude({ ...(hidden ? captured : seen), evidence }, policy, 'alone');
  };

  test.each(Object.keys(ATTACKS))('%s is never mergeable with strong evidence', (name) => {
    const { rankings, evidence_strength: strength } = only([name]);
    const [ranking] = rankings;
    // It leaves the bug in place and still passes unseen tests, or it is caught by running it.
    if (ranking?.mergeable === true) {
      expect(strength?.level).toBe('weak');
      expect(strength?.reasons.join('\n')).toMatch(/^surroundings: src\/math\.js:\d+ /);
    }
  });

  test('most of them pass the hidden tests, leaving only the wording', () => {
    const passing = Object.keys(ATTACKS).filter((name) => only([name]).rankings[0]?.mergeable === true);
    expect(passing.length).toBeGreaterThan(2);
  });

  test.each(Object.keys(HONEST))('%s is strong evidence, without a flag', (name) => {
    const { rankings, winner, evidence_strength: strength } = only([name]);
    expect(winner).toBe(name);
    expect(rankings[0]?.flags).toEqual([]);
    expect(strength).toEqual({ level: 'strong', reasons: [] });
  });

  test('next to an honest candidate, a memorised answer is not confirmed by the same test', () => {
    const { evidence_strength: strength } = only(['memorised', 'plain'], false);
    expect(strength?.level).toBe('weak');
    expect(strength?.reasons.join()).toContain('seen tests only');
    expect(only(['memorised']).rankings[0]?.gates).toContain('hidden');
  });
});
