import { folderOf } from '../../../core/domain/source/path-parts.ts';
import { type PrismaBlock, type PrismaLine, readPrisma } from './prisma-text.ts';
import type { Complaint, SchemaChecker } from './schema-checker.ts';

const SCALARS = new Set([
  'String',
  'Boolean',
  'Int',
  'BigInt',
  'Float',
  'Decimal',
  'DateTime',
  'Json',
  'Bytes',
  'Unsupported',
]);
const FIELD = /^([A-Za-z]\w*)\s+([A-Za-z]\w*)(?:\("[^"]*"\))?(\[\]|\?)?(?:\s+@.*)?$/s;
const VALUE = /^[A-Za-z]\w*(?:\s+@.*)?$/s;
const SETTING = /^[A-Za-z]\w*\s*=\s*\S/;
const LISTED = /^@@(?:id|unique|index|fulltext)\s*\(\s*(?:fields\s*:\s*)?\[([^\]]*)\]/;
const UNIQUE = /@(?:@?id|@?unique)\b/;

type Field = { readonly name: string; readonly type: string; readonly text: string; readonly line: number };
type Model = { readonly block: PrismaBlock; readonly fields: ReadonlyMap<string, Field> };
type Known = { readonly models: ReadonlyMap<string, Model>; readonly names: ReadonlySet<string> };

const hasFields = ({ kind }: PrismaBlock): boolean => kind === 'model' || kind === 'view' || kind === 'type';

const fieldOf = ({ text, line }: PrismaLine): Field | null => {
  const [, name, type] = FIELD.exec(text) ?? [];
  return name === undefined || type === undefined ? null : { name, type, text, line };
};

const modelOf = (block: PrismaBlock): Model => ({
  block,
  fields: new Map(block.lines.flatMap((line) => fieldOf(line) ?? []).map((field) => [field.name, field])),
});

/** `[a, b(sort: Desc), c.d]` → `a`, `b`, `c`. */
const namesIn = (list: string | undefined): readonly string[] =>
  (list ?? '').split(',').flatMap((each) => /^\s*([A-Za-z]\w*)/.exec(each)?.[1] ?? []);

const absent = (names: readonly string[], model: Model | undefined, line: number): readonly string[] =>
  names
    .filter((name) => model !== undefined && !model.fields.has(name))
    .map((name) => `field ${name} is missing in ${model?.block.name} (line ${line})`);

/** Both ends of a relation must exist, and so must its columns. */
const relationFaults = ({ block, fields }: Model, { models }: Known): readonly string[] =>
  [...fields.values()].flatMap(({ name, type, text, line }) => {
    const target = models.get(type);
    if (target?.block.kind !== 'model' || block.kind !== 'model') return [];
    const list = (key: string) => new RegExp(`\\b${key}\\s*:\\s*\\[([^\\]]*)\\]`).exec(text)?.[1];
    const back = [...target.fields.values()].some(
      (other) => other.type === block.name && other.name !== name,
    );
    return [
      ...absent(namesIn(list('fields')), { block, fields }, line),
      ...absent(namesIn(list('references')), target, line),
      ...(back || type === block.name
        ? []
        : [`relation ${block.name}.${name} has no opposite field in ${type} (line ${line})`]),
    ];
  });

const lineFaults = (model: Model, { names }: Known): readonly string[] => {
  const seen = new Set<string>();
  return model.block.lines.flatMap(({ text, line }) => {
    if (text.startsWith('@@')) return absent(namesIn(LISTED.exec(text)?.[1]), model, line);
    const field = fieldOf({ text, line });
    if (field === null) return [`"${text.slice(0, 40)}" is not a field (line ${line})`];
    const twice = seen.has(field.name);
    seen.add(field.name);
    return [
      ...(twice ? [`field ${field.name} occurs twice in ${model.block.name} (line ${line})`] : []),
      ...(names.has(field.type) || SCALARS.has(field.type)
        ? []
        : [`type ${field.type} of ${model.block.name}.${field.name} is not known (line ${line})`]),
    ];
  });
};

const modelFaults = (block: PrismaBlock, known: Known): readonly string[] => {
  const model = modelOf(block);
  const unique = block.kind !== 'model' || block.lines.some(({ text }) => UNIQUE.test(text));
  return [
    ...lineFaults(model, known),
    ...relationFaults(model, known),
    ...(unique
      ? []
      : [`model ${block.name} has nothing unique: no @id, @@id, @unique or @@unique (line ${block.line})`]),
  ];
};

const otherFaults = ({ kind, name, lines }: PrismaBlock): readonly string[] => {
  const form = kind === 'enum' ? VALUE : SETTING;
  return lines.flatMap(({ text, line }) =>
    form.test(text) || text.startsWith('@@')
      ? []
      : [`"${text.slice(0, 40)}" means nothing in ${kind} ${name} (line ${line})`],
  );
};

/** Blocks, fields, types and both ends of relations; files of a folder are one schema. */
const check: SchemaChecker['check'] = (files) => {
  const read = [...files].map(([path, text]) => ({ path, ...readPrisma(text) }));
  const blocks = read.flatMap((file) => file.blocks);
  const known: Known = {
    models: new Map(blocks.filter(hasFields).map((block) => [block.name, modelOf(block)])),
    names: new Set(blocks.map(({ name }) => name)),
  };
  const taken = new Set<string>();
  return read.flatMap(({ path, blocks: own, faults }): readonly Complaint[] => {
    const twice = own.flatMap(({ kind, name, line }) => {
      const key = `${folderOf(path)}\0${kind === 'datasource' || kind === 'generator' ? kind : ''}\0${name}`;
      return !taken.has(key) && taken.add(key) ? [] : [`${kind} ${name} is there already (line ${line})`];
    });
    const found = own.flatMap((block) => (hasFields(block) ? modelFaults(block, known) : otherFaults(block)));
    return [...faults, ...twice, ...found].map((message) => ({ path, message }));
  });
};

export const prismaChecker: SchemaChecker = { by: 'rules of our own', check };
