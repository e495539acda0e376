/** A TOML key: bare if possible. */
export const tomlKey = (name: string): string => (/^[A-Za-z0-9_-]+$/.test(name) ? name : tomlString(name));

/** Values that a configuration can hold: strings, numbers, booleans, and lists and tables of them. */
export const tomlValue = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(', ')}]`;
  if (typeof value === 'number') return tomlNumber(value);
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .map(([name, of]) => `${tomlKey(name)} = ${tomlValue(of)}`)
      .join(', ')} }`;
  return typeof value === 'string' ? tomlString(value) : String(value);
};

/** An integer that is not exact would be rejected; as a float it is read back unchanged. */
const tomlNumber = (value: number): string =>
  Number.isInteger(value) && !Number.isSafeInteger(value) ? value.toExponential() : String(value);

/** JSON's escapes are valid in TOML, which also requires delete and the C1 controls to be escaped. */
const tomlString = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[\u007F-\u009F]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
