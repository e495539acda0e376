import { parse } from 'smol-toml';

/** Any TOML document as plain data; throws if it is not TOML. */
export const parseToml = (text: string): unknown => parse(text);
