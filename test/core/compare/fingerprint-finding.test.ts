import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fingerprintFinding } from '../../../src/core/compare/fingerprint-finding.ts';

const finding = { rule: 'no-var', file: 'src/a.js', message: 'Unexpected var on line 3.' };

test('changes of white space do not make another finding, changes of words do', () => {
  const print = (line: string) => fingerprintFinding(finding, line);
  expect(print('  var  x = 1;\t')).toBe(print('var x = 1;'));
  expect(print('var x = 1;')).not.toBe(print('var y = 1;'));
});

test('without the line the message counts, without its numbers', () => {
  const print = (message: string) => fingerprintFinding({ ...finding, message }, undefined);
  expect(print('Unexpected var on line 3.')).toBe(print('Unexpected var on line 12.'));
  expect(print('Unexpected var.')).not.toBe(print('Unexpected let.'));
  expect(fingerprintFinding(finding, '   ')).toBe(fingerprintFinding(finding, undefined));
});

test('a line cannot pass for a message, nor one rule or file for another', () => {
  expect(fingerprintFinding(finding, finding.message)).not.toBe(fingerprintFinding(finding, undefined));
  const names = fc.tuple(fc.string(), fc.string());
  fc.assert(
    fc.property(names, names, ([rule, file], [rule2, file2]) => {
      const same = rule === rule2 && file === file2;
      const [a, b] = [
        { ...finding, rule, file },
        { ...finding, rule: rule2, file: file2 },
      ];
      expect(fingerprintFinding(a, 'x') === fingerprintFinding(b, 'x')).toBe(same);
    }),
  );
});
