import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';
import { has, unless } from '../support/needs.ts';
import { evaluateField, type EvaluatedField } from './evaluate-field.ts';

const WORDS = 'amber birch cedar dune ember fjord grove heath isle jetty kelp lagoon'.split(' ');
const asPython = (words: readonly string[]): string =>
  `[${words.map((word) => JSON.stringify(word)).join(', ')}]`;

/** The order of the words in a set under the seed that profiles set. */
const orderOfSet = (): readonly string[] =>
  spawnSync('python3', ['-c', `print(*set(${asPython(WORDS)}))`], {
    encoding: 'utf8',
    env: { ...process.env, PYTHONHASHSEED: '0' },
  })
    .stdout.trim()
    .split(' ');

const project = (words: readonly string[]) => ({
  'pytest.ini': '[pytest]\npythonpath = .\n',
  'tiny/__init__.py': '',
  'tiny/words.py': 'def unique(words):\n    return words\n',
  'tests/test_words.py': `from tiny.words import unique

SEEN = []


def test_keeps_the_first():
    assert unique(${asPython([...words, ...words])}) == ${asPython(words)}


def test_nothing():
    assert unique([]) == []


def test_a_first():
    SEEN.append(1)


def test_b_second():
    SEEN.append(2)
    assert SEEN[-2:] == [1, 2]


def test_c_third():
    SEEN.append(3)
    assert SEEN[-2:] == [2, 3]
`,
});

describe.skipIf(!has.sandbox || !has.pytest)(
  `a result that depends on a seed${unless('sandbox')}${unless('pytest')}`,
  () => {
    let judged: EvaluatedField;
    beforeAll(async () => {
      judged = await evaluateField(project(orderOfSet()), {
        ordered: {
          'tiny/words.py': 'def unique(words):\n    return list(dict.fromkeys(words))\n',
        },
        hashed: { 'tiny/words.py': 'def unique(words):\n    return list(set(words))\n' },
      });
    });

    test('passes only in some surroundings, and is shown', () => {
      expect(judged.flagsOf('hashed')).toContain('surroundings-dependent');
      expect(judged.flagsOf('ordered')).not.toContain('surroundings-dependent');
    });

    test('is decided by all of the base’s tests as usual, whatever order they depend on', () => {
      expect(judged.captured.quarantined).toEqual([]);
      expect(judged.gatesOf('ordered')).toEqual([]);
      expect(judged.replays).toBe(true);
    });
  },
);
