export type PlainObject = Readonly<Record<string, unknown>>;

export const asObject = (value: unknown): PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as PlainObject) : {};

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** One string or several. */
export const asStrings = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');
