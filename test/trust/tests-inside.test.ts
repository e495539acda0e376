import { beforeAll, describe, expect, test } from 'vitest';
import { has, unless } from '../support/needs.ts';
import type { Files } from '../support/scratch-project.ts';
import { evaluateField, type EvaluatedField } from './evaluate-field.ts';

const source = (minus: string, tests: string, { left = 'left', doc = '' } = {}): string => `//! Counts money.

/// An amount of money.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cents(pub i64);

fn ${left}(has: i64, spends: i64) -> i64 {
    ${minus}
}

impl Cents {
    /// Both together.
    pub fn plus(self, other: Cents) -> Cents {
        Cents(self.0 + other.0)
    }

    /// What is left, and never less than nothing.
${doc}    pub fn minus(self, other: Cents) -> Cents {
        Cents(${left}(self.0, other.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
${tests}}
`;

const one = (name: string, assertion: string): string =>
  `\n    #[test]\n    fn ${name}() {\n        ${assertion}\n    }\n`;

const ADDS = one('adds', 'assert_eq!(Cents(2).plus(Cents(3)), Cents(5));');
const NEVER = one('never_below_nothing', 'assert_eq!(left(2, 3), 0);');
const FAR = one('far_below_nothing', 'assert_eq!(Cents(1).minus(Cents(900)), Cents(0));');
const FIX = '(has - spends).max(0)';
const EXAMPLE = `    ///
    /// \`\`\`
    /// assert_eq!(purse::Cents(1).minus(purse::Cents(9)), purse::Cents(0));
    /// \`\`\`
`;

const files = (text: string): Files => ({ 'src/lib.rs': text });

const BASE: Files = {
  'Cargo.toml': '[package]\nname = "purse"\nversion = "0.1.0"\nedition = "2021"\n',
  'Cargo.lock': 'version = 3\n\n[[package]]\nname = "purse"\nversion = "0.1.0"\n',
  '.gitignore': 'target\n',
  'hydra.toml': '[scoring.commands]\nbuild = false\nlint = false\n',
  'src/lib.rs': source('has - spends', ADDS + NEVER),
};

const CANDIDATES = {
  tested: files(source(FIX, ADDS + NEVER + FAR)),
  bare: files(source('if has < spends { 0 } else { has - spends }', ADDS + NEVER)),
  /** Right for the test that it knows. */
  narrow: files(source('if spends - has == 1 { 0 } else { has - spends }', ADDS + NEVER)),
  /** What it breaks, its own version of the test does not show. */
  weakened: files(
    source(FIX, one('adds', 'let _ = Cents(2).plus(Cents(3));') + NEVER).replace(
      'Cents(self.0 + other.0)',
      'Cents(self.0 + other.0 + 1)',
    ),
  ),
  /** The base's tests cannot be built with it. */
  renaming: files(source(FIX, ADDS + NEVER.replace('left(', 'difference('), { left: 'difference' })),
  removing: files(source('has - spends', ADDS)),
  documented: files(source('has.max(spends) - spends', ADDS + NEVER, { doc: EXAMPLE })),
};

describe.skipIf(!has.sandbox || !has.cargo)(
  `tests inside source files${unless('sandbox')}${unless('cargo')}`,
  () => {
    let field: EvaluatedField;
    beforeAll(async () => {
      field = await evaluateField(BASE, CANDIDATES);
    });

    test('prove a fix like any other tests', () => {
      const { matrix } = field.evidenceOf('tested');
      expect(matrix?.proven).toEqual(['purse (src/lib.rs) > tests::far_below_nothing']);
      expect(field.conclusion.winner).toBe('tested');
    });

    test('examine other candidates', () => {
      const cellOf = (name: string) =>
        field.evidenceOf(name).matrix?.cross.find(({ author }) => author === 'tested')?.tests;
      expect(cellOf('bare')).toMatchObject({
        value: { passed: ['purse (src/lib.rs) > tests::far_below_nothing'] },
      });
      expect(cellOf('narrow')).toMatchObject({
        value: { failed: ['purse (src/lib.rs) > tests::far_below_nothing'] },
      });
    });

    test('of the base replace those of candidates', () => {
      expect(field.evidenceOf('weakened').pinned?.inside).toEqual(['src/lib.rs']);
      expect(field.gatesOf('weakened')).toContain('tests');
      expect(field.gatesOf('removing')).not.toEqual([]);
      expect(field.evidenceOf('removing').tests).toMatchObject({
        value: { outcomes: { 'purse (src/lib.rs) > tests::never_below_nothing': 'failed' } },
      });
    });

    test('stay where the base’s do not compile, and the result says so', () => {
      const { pinned } = field.evidenceOf('renaming');
      expect(pinned?.inside).toBeUndefined();
      expect(pinned?.undivided).toMatchObject([{ path: 'src/lib.rs' }]);
      expect(field.captured.controls).toContainEqual(
        expect.objectContaining({ id: 'tests-inside', state: 'not-applied' }),
      );
    });

    test('are examples in documentation too', () => {
      const { matrix } = field.evidenceOf('documented');
      expect(matrix?.proven).toEqual([expect.stringContaining('Cents::minus')]);
    });

    test('give the same result again', () => {
      expect(field.replays).toBe(true);
    });
  },
);
