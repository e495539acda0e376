/** A JSON object's own entries, or none: manifests are not trusted to be well-formed. */
export const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];

/** Never a property of the prototype: a script may be called `constructor`. */
export const fieldOf = (value: unknown, name: string): unknown =>
  entriesOf(value).find(([key]) => key === name)?.[1];
