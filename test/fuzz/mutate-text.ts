import type { Random } from './random.ts';

/** What has broken parsers before. */
const TOKENS = [
  ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'NaN', 'Infinity', '-1', '1e999', '-0', '0x10'],
  [
    '99999999999999999999',
    '9007199254740993',
    '1.5',
    'null',
    'true',
    '[]',
    '{}',
    '""',
    '[',
    '{',
    '}',
    ']',
    '"',
  ],
  [
    '\\',
    '\\u0000',
    '\\ud800',
    '\u0000',
    '\u0001',
    '\u001b[31m',
    '\u001b]0;x\u0007',
    '\r',
    '\r\n',
    '\n',
    '\t',
  ],
  ['\u202e', '\u200b', '\ufeff', '\ud800', '\udfff', '\u{1f600}', '\uffff', 'ß', '\u0130'],
  ['../', '../../etc/passwd', '/etc/passwd', 'C:\\', '.git/', 'file:///', '%2e%2e%2f', '//', '.'],
  [
    '<',
    '>',
    '&',
    '&amp;',
    '&#0;',
    '&#x110000;',
    ']]>',
    '<![CDATA[',
    '<!--',
    '<!DOCTYPE a [<!ENTITY b "b">]>',
  ],
  [
    '<testcase',
    '<testsuite>',
    '</testsuites>',
    '<failure/>',
    '<skipped',
    '<error',
    '<file name=""',
    ' name=""',
  ],
  [
    'ok 1',
    'not ok',
    '1..',
    'TAP version 13',
    '# SKIP',
    '# TODO',
    '    ',
    'Bail out!',
    '---',
    '...',
    '# Subtest: ',
  ],
  [
    '{"type":"pass"',
    '"Action":"fail"',
    '"outcome":',
    '"status":"failed"',
    ':1:1: error',
    '(1,1): error TS1: ',
  ],
  [
    '@@ -1 +1 @@',
    'diff --git a/x b/x',
    '--- /dev/null',
    '+++ b/x',
    'rename from ',
    'GIT binary patch',
    'literal 1',
  ],
  [
    'PASS',
    'FAIL',
    'passed',
    'failed',
    'Tests:',
    'test result: ok. 1 passed; 0 failed',
    '=== RUN',
    'FAILED tests/x.py::t',
  ],
].flat();

const ALPHABET = Array.from({ length: 0x60 }, (_, at) => String.fromCharCode(0x20 + at));

const cutAt = (random: Random, text: string): readonly [number, number] => {
  const start = random.below(text.length + 1);
  return [
    start,
    Math.min(text.length, start + random.below(Math.max(1, random.chance(0.7) ? 12 : text.length))),
  ];
};

export const randomText = (random: Random, longest: number): string => {
  const parts: string[] = [];
  for (let left = random.below(longest); left > 0; left -= 1)
    parts.push(random.chance(0.3) ? random.pick(TOKENS) : random.pick(ALPHABET));
  return parts.join('');
};

const LONG = 400;

type Mutation = (text: string, random: Random, other: string) => string;

const MUTATIONS: readonly Mutation[] = [
  (text, random) => {
    const [from, to] = cutAt(random, text);
    return text.slice(0, from) + text.slice(to);
  },
  (text, random) => {
    const at = random.below(text.length + 1);
    return text.slice(0, at) + random.pick(TOKENS) + text.slice(at);
  },
  (text, random) => {
    const [from, to] = cutAt(random, text);
    return text.slice(0, from) + random.pick(TOKENS) + text.slice(to);
  },
  (text, random) => {
    const at = random.below(text.length + 1);
    return text.slice(0, at) + String.fromCharCode(random.below(0x10000)) + text.slice(at + 1);
  },
  (text, random) => {
    const [from, to] = cutAt(random, text);
    return text.slice(0, to) + text.slice(from, to).repeat(random.below(4)) + text.slice(to);
  },
  (text, random) => text.slice(0, random.below(text.length + 1)),
  (text, random) => text.slice(random.below(text.length + 1)),
  (text, random, other) => {
    const [at, from] = [random.below(text.length + 1), random.below(other.length + 1)];
    return text.slice(0, at) + other.slice(from, from + LONG);
  },
  (text, random) => {
    const lines = text.split('\n');
    const [one, two] = [random.below(lines.length), random.below(lines.length)];
    [lines[one], lines[two]] = [lines[two]!, lines[one]!];
    return lines.join('\n');
  },
  (text, random) => {
    const at = random.below(text.length + 1);
    return (
      text.slice(0, at) +
      random.pick(['[', '{"a":', '(', ' ', '<a>', '\u001b[', '    '] as const).repeat(random.below(200)) +
      text.slice(at)
    );
  },
  (text, random) =>
    text.replace(
      /\d+/,
      random.pick(['-1', 'NaN', '1e400', '99999999999999999999999', '0.1', '', '00'] as const),
    ),
];

/** A piece of a real text, damaged a few times; sometimes not a real text at all. */
export const mutateText = (random: Random, seeds: readonly string[]): string => {
  if (seeds.length === 0 || random.chance(0.08)) return randomText(random, 60);
  let text = random.pick(seeds);
  for (let left = random.below(5); left > 0; left -= 1)
    text = random.pick(MUTATIONS)(text, random, random.pick(seeds));
  return text;
};
