import { parseAllDocuments } from 'yaml';

export type ReadData = { readonly documents: readonly unknown[]; readonly problems: readonly string[] };

export type DataObject = Readonly<Record<string, unknown>>;

const readJson = (text: string): ReadData => {
  try {
    return { documents: [JSON.parse(text) as unknown], problems: [] };
  } catch (error) {
    return { documents: [], problems: [(error as Error).message.split('\n')[0] ?? ''] };
  }
};

/** Documents of a JSON or YAML file. The library bounds aliases: a few lines cannot expand to a billion. */
export const readData = (text: string, path: string): ReadData => {
  if (path.toLowerCase().endsWith('.json')) return readJson(text);
  const parsed = parseAllDocuments(text, { logLevel: 'silent', prettyErrors: false });
  const all = Array.isArray(parsed) ? parsed : [];
  const problems = all.flatMap(({ errors }) =>
    errors.map(({ message, pos }) => `${message.split('\n')[0] ?? ''} (line ${lineAt(text, pos[0])})`),
  );
  if (problems.length > 0) return { documents: [], problems };
  return { documents: all.map((document) => document.toJS({ maxAliasCount: 100 }) as unknown), problems: [] };
};

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

const MAX_NODES = 200_000;

/** Local references without a target. Without recursion: hostile documents are deep. */
export const brokenReferences = (root: unknown): readonly string[] => {
  const [open, broken] = [[root], new Set<string>()];
  let visited = 0;
  for (let node = open.pop(); node !== undefined && visited < MAX_NODES; node = open.pop()) {
    visited += 1;
    if (typeof node !== 'object' || node === null) continue;
    for (const [key, value] of Object.entries(node)) {
      if (
        key === '$ref' &&
        typeof value === 'string' &&
        value.startsWith('#') &&
        !leadsSomewhere(root, value)
      )
        broken.add(value);
      else if (value !== null && value !== undefined) open.push(value);
    }
  }
  return [...broken].map((reference) => `$ref ${reference} leads nowhere`);
};

const leadsSomewhere = (root: unknown, reference: string): boolean => {
  // `#name` is an anchor, which may be declared anywhere.
  if (reference !== '#' && !reference.startsWith('#/')) return true;
  let node: unknown = root;
  for (const part of reference.split('/').slice(1)) {
    const key = decode(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return false;
    node = (node as DataObject)[key];
  }
  return true;
};

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
