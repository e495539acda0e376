import type { Random } from './random.ts';

const ODD: readonly unknown[] = [
  [null, true, false, 0, -0, -1, 1, 0.1, 1e-320, 1e308, Number.MAX_SAFE_INTEGER, 2 ** 60, 100, 50_000],
  ['', 'passed', 'failed', '__proto__', '\ud800', '\u0000', 'NaN', '100', '{"score": 1e999}'],
  [
    [],
    {},
    [[]],
    [null],
    { missing: 'because' },
    { missing: 1 },
    { passed: 1, total: 0 },
    { passed: 5, total: 3 },
  ],
  [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
].flat();

const KEYS = [
  '__proto__',
  'constructor',
  'toString',
  'x',
  '',
  'baseline',
  'candidates',
  'weights',
  'scores',
  'tests',
];

/** A copy with some values replaced, removed, doubled or added. */
export const mutateJson = (value: unknown, random: Random, rate: number): unknown => {
  if (random.chance(rate)) return random.pick(ODD);
  if (Array.isArray(value)) {
    const items = value.flatMap((item: unknown): unknown[] => {
      if (random.chance(rate)) return [];
      const next = mutateJson(item, random, rate);
      return random.chance(rate / 2) ? [next, next] : [next];
    });
    return items;
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
      .filter(() => !random.chance(rate / 2))
      .map(([key, item]) => [key, mutateJson(item, random, rate)] as const);
    if (random.chance(rate)) entries.push([random.pick(KEYS), random.pick(ODD)]);
    return Object.fromEntries(entries);
  }
  if (typeof value === 'number' && random.chance(rate * 4))
    return value * (random.below(5) - 1) + random.next();
  return value;
};
