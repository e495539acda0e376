import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CasingStyle, ConventionFacts } from '../../../../src/core/domain/source/convention-facts.ts';
import { casingBits, matchesCasing } from '../../../../src/core/text/match-casing.ts';
import { conventionScorecard } from '../../../../src/core/score/convention/model.ts';

const score = (said: object) => conventionScorecard(ConventionFacts.parse(said));
const variables = (...names: string[]) => names.map((name) => ({ name, kind: 'variable' }));

describe('casing', () => {
  test.each<[string, CasingStyle[]]>([
    ['total', ['camelCase', 'snake_case']],
    ['x1', ['camelCase', 'snake_case']],
    ['customerId', ['camelCase']],
    ['getURL', ['camelCase']],
    ['order_id', ['snake_case']],
    ['UserService', ['PascalCase']],
    ['HTTPServer', ['PascalCase']],
    ['URL', ['PascalCase', 'UPPER_SNAKE_CASE']],
    ['MAX_RETRY', ['UPPER_SNAKE_CASE']],
    ['_private', []],
    ['größe', []],
    ['trailing_', []],
    ['kebab-case', []],
    ['', []],
  ])('%s is %j', (name, styles) => {
    const all: CasingStyle[] = ['camelCase', 'PascalCase', 'snake_case', 'UPPER_SNAKE_CASE'];
    expect(all.filter((style) => matchesCasing(name, style))).toEqual(styles);
  });

  test('a long name is matched in one pass', () => {
    expect(matchesCasing(`${'aA'.repeat(100_000)}!`, 'camelCase')).toBe(false);
    expect(matchesCasing(`${'a_a'.repeat(100_000)}!`, 'snake_case')).toBe(false);
  });
});

describe('identifierMatch', () => {
  const match = (said: object) => score({ glossary: [], casing: {}, ...said }).breakdown.identifierMatch;

  test('the documented example: 2 of 6 words, all in camelCase', () => {
    const said = {
      identifiers: variables('customerId', 'orderId', 'fooBar', 'bazQux'),
      glossary: ['customerId', 'orderId', 'userId', 'productId'],
      casing: { variable: 'camelCase', type: 'PascalCase' },
    };
    expect(match(said)).toBeCloseTo(0.6 / 3 + 0.4, 12);
  });

  test.each([
    ['no identifiers at all', { identifiers: [] }, 1],
    ['kinds without a style are not judged', { identifiers: [{ name: 'x-y', kind: 'other' }] }, 0.4],
    ['nor kinds whose style is null', { identifiers: variables('x-y'), casing: { variable: null } }, 0.4],
    ['the wrong style', { identifiers: variables('order_id'), casing: { variable: 'camelCase' } }, 0],
    ['a name twice is one word', { identifiers: variables('a', 'a'), glossary: ['a'] }, 1],
  ])('%s', (_, said, expected) => expect(match(said)).toBeCloseTo(expected, 12));

  test('a kind called __proto__ is just a kind', () => {
    const said = JSON.parse(
      '{"identifiers": [{"name": "a_b", "kind": "__proto__"}], "casing": {"__proto__": "camelCase"}}',
    ) as object;
    expect(match(said)).toBe(0);
  });
});

describe('execSignals', () => {
  type Counts = [lint: number | null, types: number | null, passed: number | null, failed: number | null];
  const exec = ([lint_errors, type_errors, tests_passed, tests_failed]: Counts) =>
    score({ exec: { lint_errors, type_errors, tests_passed, tests_failed } }).breakdown.execSignals;

  test.each<[Counts, number | null]>([
    [[0, 0, 5, 0], 1],
    [[1, 0, 5, 0], 0.6],
    [[0, 1, 5, 0], 0.6],
    [[0, 0, 5, 1], 0.2],
    [[0, 0, 0, 0], 0.2],
    [[null, 2, 5, 0], 0.6],
    [[null, 0, 5, 0], null],
    [[null, null, 5, 1], 0.2],
    [[0, 0, null, 0], null],
  ])('lint, types, passed, failed %j: %j', (counted, expected) => expect(exec(counted)).toBe(expected));
});

describe('total', () => {
  const parts = {
    new_boundary_errors: 0,
    schema_errors: 0,
    file_pattern: 1,
    exec: { lint_errors: 0, type_errors: 0, tests_passed: 1, tests_failed: 0 },
  };

  // The document's identifierMatch is given; Jaccard and casing are chosen to fit it.
  test.each([
    ['high', 0.95, { ...parts }, 0.9825],
    [
      'medium',
      0.6,
      { ...parts, schema_errors: 1, file_pattern: 0.7, exec: { ...parts.exec, lint_errors: 1 } },
      0.6,
    ],
    [
      'low',
      0.3,
      {
        ...parts,
        new_boundary_errors: 2,
        schema_errors: 1,
        file_pattern: 0.7,
        exec: { ...parts.exec, tests_failed: 1 },
      },
      0.215,
    ],
  ])('the documented %s-quality candidate, by its weights', (_, wanted, said, expected) => {
    const rest = score(said);
    const withMatch = 0.35 * wanted + (1 - 0.35) * (rest.total ?? Number.NaN);
    expect(withMatch).toBeCloseTo(expected, 12);
  });

  test('unknown parts renormalise, each with its reason', () => {
    const card = score({ file_pattern: 0.5, schema_errors: 0 });
    expect(card.total).toBeCloseTo((0.1 * 0.5 + 0.15) / 0.25, 12);
    expect(Object.keys(card.reasons).sort()).toEqual(['boundaries', 'execSignals', 'identifierMatch']);
  });

  test('a value that the candidate broke is 0, one lost to infrastructure leaves no total', () => {
    const broken = score({ ...parts, exec: { missing: 'crashed', cause: 'candidate' } });
    expect(broken.breakdown.execSignals).toBe(0);
    expect(score({ ...parts, exec: { missing: 'disk full', cause: 'infrastructure' } })).toMatchObject({
      total: null,
      status: 'unscored',
    });
  });

  const count = fc.option(fc.nat(3), { nil: null });
  const facts = fc.record(
    {
      identifiers: fc.array(
        fc.record({ name: fc.string(), kind: fc.constantFrom('variable', 'type', 'other') }),
      ),
      glossary: fc.array(fc.string()),
      casing: fc.record(
        { variable: fc.constantFrom('camelCase', 'snake_case'), type: fc.constant('PascalCase') },
        { requiredKeys: [] },
      ),
      new_boundary_errors: count,
      schema_errors: count,
      file_pattern: fc.double({ min: 0, max: 1, noNaN: true }),
      exec: fc.record({ lint_errors: count, type_errors: count, tests_passed: count, tests_failed: count }),
    },
    { requiredKeys: [] },
  );

  test('for any facts each score is in 0..1, or null with a reason', () => {
    fc.assert(
      fc.property(facts, (said) => {
        const card = score(said);
        for (const [name, value] of Object.entries({ ...card.breakdown, total: card.total })) {
          if (value === null) expect(card.reasons[name], name).toBeTruthy();
          else expect(value >= 0 && value <= 1 + 1e-12, `${name} ${value}`).toBe(true);
        }
      }),
    );
  });
});

test('all styles at once are the styles one by one', () => {
  const letters = fc.constantFrom('a', 'b', 'Z', 'Q', '_', '7', '$', 'é');
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 8 }), (parts) => {
      const name = parts.join('');
      const bits = CasingStyle.options.reduce(
        (sum, style, at) => (matchesCasing(name, style) ? sum | (1 << at) : sum),
        0,
      );
      return casingBits(name) === bits;
    }),
    { numRuns: 2_000 },
  );
});
