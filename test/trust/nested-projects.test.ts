import { beforeAll, describe, expect, test } from 'vitest';
import { has, unless } from '../support/needs.ts';
import { evaluateField, type EvaluatedField } from './evaluate-field.ts';

const sandboxed = has.sandbox;
const crate = (name: string, rest = ''): string =>
  `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n${rest}`;
const count = (body: string): string => `pub fn count(text: &str) -> usize {\n    ${body}\n}\n`;
const counts = (name: string, text: string, expected: number): string =>
  `#[test]\nfn ${name}() {\n    assert_eq!(words::count("${text}"), ${expected});\n}\n`;

describe.skipIf(!sandboxed || !has.cargo)(
  `a package and its workspace${unless('sandbox')}${unless('cargo')}`,
  () => {
    let field: EvaluatedField;
    beforeAll(async () => {
      field = await evaluateField(
        {
          '.gitignore': 'target\n',
          'Cargo.toml': crate('app', '[workspace]\nmembers = ["crates/core"]\n'),
          'src/lib.rs': 'pub const NAME: &str = "app";\n',
          'crates/core/Cargo.toml': crate('words'),
          'crates/core/src/lib.rs': count("text.split(' ').count()"),
          'crates/core/tests/words.rs': counts('counts_words', 'a b', 2),
        },
        {
          right: {
            'crates/core/src/lib.rs': count('text.split_whitespace().count()'),
            'crates/core/tests/spaces.rs': counts('counts_several_spaces', 'a  b', 2),
          },
          breaks: { 'crates/core/src/lib.rs': count('text.len()') },
        },
      );
    }, 240_000);

    test('the tests of a member are run: one is proven, and a break is seen', () => {
      expect(field.evidenceOf('right').matrix?.proven?.join()).toContain('counts_several_spaces');
      expect(field.gatesOf('breaks')).toContain('tests');
      expect(field.conclusion.winner).toBe('right');
    });
  },
);
