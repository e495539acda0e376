import { isObject } from '../../domain/json/is-object.ts';

export type PlainObject = Readonly<Record<string, unknown>>;

export const asObject = (value: unknown): PlainObject => (isObject(value) ? value : {});

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** One string or several. */
export const asStrings = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');
