import type { ProbeValue } from '../languages/parts/probe-rules.ts';

type Tagged = { readonly [key: string]: ProbeValue };

const isTagged = (value: ProbeValue): value is Tagged =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const numbersNear = (value: number): readonly number[] => [
  0,
  1,
  -1,
  value + 1,
  value - 1,
  -value,
  value * 2,
  ...(Number.isInteger(value) ? [10, 100] : [Math.trunc(value), value / 2]),
];

const bump = (text: string): string =>
  text.replaceAll(/\d+/g, (digits) => String((Number(digits.slice(0, 9)) + 1) % 1_000_000_000));

const textsNear = (text: string): readonly string[] => [
  '',
  bump(text),
  text.slice(1),
  text.slice(0, -1),
  text.toUpperCase(),
  text.toLowerCase(),
  ` ${text}`,
  `${text} `,
  text + text,
  `${text}x`,
  `${text}0`,
  `-${text}`,
  text.replaceAll(/[\s_.:/-]+/g, ''),
  [...text].reverse().join(''),
];

const floatsNear = (text: ProbeValue | undefined): readonly ProbeValue[] => {
  const value = Number(text);
  const near = Number.isFinite(value) ? [0, 1, -1, value + 1, -value, value / 2, value * 1e6] : [0, 1];
  return near.map((one) => ({ $: 'float', v: Number.isInteger(one) ? `${one}.0` : String(one) }));
};

const listsNear = (list: readonly ProbeValue[], depth: number): readonly (readonly ProbeValue[])[] => [
  [],
  list.slice(1),
  list.slice(0, -1),
  [...list].reverse(),
  ...(list[0] === undefined ? [] : [[list[0], ...list], [list[0]]]),
  ...(depth <= 0
    ? []
    : list.slice(0, 4).flatMap((one, at) =>
        valuesNear(one, depth - 1)
          .slice(0, 6)
          .map((other) => list.with(at, other)),
      )),
];

const objectsNear = (value: Tagged, depth: number): readonly ProbeValue[] => {
  const entries = Object.entries(value);
  const without = entries.map((_, at) => Object.fromEntries(entries.toSpliced(at, 1)));
  const changed =
    depth <= 0
      ? []
      : entries.slice(0, 6).flatMap(([key, one], at) =>
          valuesNear(one, depth - 1)
            .slice(0, 4)
            .map((other) => Object.fromEntries(entries.with(at, [key, other]))),
        );
  return [{}, ...without, ...changed];
};

const taggedNear = (value: Tagged, depth: number): readonly ProbeValue[] => {
  const { v } = value;
  switch (value['$']) {
    case undefined:
      return objectsNear(value, depth);
    case 'float':
      return floatsNear(v);
    case 'int':
      return [0, 1, -1];
    case 'tuple':
    case 'set':
    case 'frozenset':
    case 'dict':
    case 'map':
      return Array.isArray(v)
        ? listsNear(v, value['$'] === 'tuple' ? depth : 0).map((list) => ({ ...value, v: list }))
        : [];
    case 'slice':
      return Array.isArray(v) ? listsNear(v, depth).map((list) => ({ ...value, v: list })) : [];
    case 'text':
      return typeof v === 'string' ? textsNear(v).map((text) => ({ ...value, v: text })) : [];
    case 'pointer':
    case 'any':
      return v === undefined ? [] : valuesNear(v, depth).map((inner) => ({ ...value, v: inner }));
    case 'object':
      return depth > 0 && v !== undefined && isTagged(v)
        ? objectsNear(v, depth - 1)
            .slice(1)
            .map((inner) => ({ ...value, v: inner }))
        : [];
    default:
      return [];
  }
};

/** Values of the same shape: boundaries, neighbours and small corruptions, in a fixed order. */
export const valuesNear = (value: ProbeValue, depth = 2): readonly ProbeValue[] => {
  if (value === null) return [];
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return numbersNear(value).filter(Number.isFinite);
  if (typeof value === 'string') return textsNear(value);
  if (Array.isArray(value)) return listsNear(value, depth);
  return isTagged(value) ? taggedNear(value, depth) : [];
};

/** Interchangeable values have the same key: the same kind of data, or objects of the same class. */
export const shapeOf = (value: ProbeValue): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (!isTagged(value)) return typeof value;
  return `${String(value['$'] ?? 'record')} ${typeof value['type'] === 'string' ? value['type'] : ''}`;
};
