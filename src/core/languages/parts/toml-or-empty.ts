import { parse } from 'smol-toml';
import { isObject } from '../../domain/json/is-object.ts';

/** A broken file configures nothing: the tool that it is for would not read it either. */
export const tomlOrEmpty = (text: string): unknown => {
  try {
    return parse(text);
  } catch {
    return {};
  }
};

export const valueAt = (document: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    document,
  );
