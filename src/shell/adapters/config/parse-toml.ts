import { parse } from 'smol-toml';

/** Any TOML document as plain data; throws where it is none. */
export const parseToml = (text: string): unknown => parse(text);
