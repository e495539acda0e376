/** RFC 8785: one text for one value, so that equal facts have equal bytes. Throws on what JSON cannot represent. */
export const canonicalJson = (value: unknown): string => {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return finiteNumber(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object') return object(value as Readonly<Record<string, unknown>>);
  throw new TypeError(`JSON has no ${typeof value}`);
};

const finiteNumber = (value: number): string => {
  if (!Number.isFinite(value)) throw new TypeError(`JSON has no ${value}`);
  return JSON.stringify(value);
};

/** Members are written one by one: a new object would put integer-like keys first. */
const object = (value: Readonly<Record<string, unknown>>): string => {
  const members: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`);
  }
  return `{${members.join(',')}}`;
};

/** A stored document: canonical, with the newline that makes it a text file. */
export const canonicalDocument = (value: unknown): string => `${canonicalJson(value)}\n`;
