import type { SyntaxNodes } from '../../domain/source/syntax-nodes.ts';
import { languageOf } from '../../languages/languages.ts';
import { presentPart } from '../../languages/parts/missing-part.ts';
import {
  type DividedSource,
  type ExamplePlace,
  type Holder,
  isDivided,
  type TestItem,
} from '../../languages/parts/source-items.ts';
import { walkNodes } from '../../syntax/walk-nodes.ts';
import { classifyHarnessPath } from './harness-paths.ts';

/** One version of a source file; `divided`: why its tests cannot be separated from its code, if they cannot. */
export type SourceWithTests = {
  readonly path: string;
  readonly text: string;
  readonly divided: DividedSource | string;
};

const rulesFor = (path: string) => presentPart(languageOf(path)?.sourceItems);

/** Whether a file is source of a language with tests in its sources. */
export const mayHoldTestsInside = (path: string): boolean =>
  rulesFor(path) !== null && classifyHarnessPath(path) === null;

/** Null nodes: no parser reads it. */
export const divideSource = (path: string, text: string, nodes: SyntaxNodes | null): SourceWithTests => {
  const rules = rulesFor(path);
  if (rules === null) return { path, text, divided: 'its language has no tests in sources' };
  if (nodes === null || nodes.hasError === true || nodes.kinds.includes('ERROR'))
    return { path, text, divided: 'it cannot be parsed' };
  return { path, text, divided: rules.divide(walkNodes(nodes, text)) };
};

/** Files that may say that this one is built for tests alone. */
export const declaringFilesOf = (path: string): readonly string[] => rulesFor(path)?.parentsOf(path) ?? [];

/** Whether a source says that this file is built for tests alone. */
export const declaresTests = ({ path, divided }: SourceWithTests, file: string): boolean => {
  if (!isDivided(divided)) return false;
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const module = rulesFor(path)?.moduleOf(path) ?? '';
  const own = rulesFor(file)?.moduleOf(file);
  return divided.declares.some(({ name, as }) =>
    as === 'path' ? `${folder}${name}` === file : (module === '' ? name : `${module}/${name}`) === own,
  );
};

type Placed = Pick<TestItem, 'within' | 'name'>;
type Item = TestItem & {
  readonly text: string;
  /** The white space before its first line. */
  readonly indent: string;
};
type Divided = SourceWithTests & { readonly divided: DividedSource };

const isReadable = (file: SourceWithTests): file is Divided => isDivided(file.divided);

const holderOf = ({ within }: Pick<TestItem, 'within'>): string => JSON.stringify(within);
const keyOf = ({ within, name }: Placed): string => JSON.stringify([within, name]);

/** Of the crate: a module that is inside a file in one version may have a file of its own in another. */
const moduleOf = (path: string, module: readonly string[]): string =>
  [rulesFor(path)?.moduleOf(path), ...module].join('/');

const holderAt = ({ divided }: Divided, within: readonly string[]): Holder | undefined =>
  divided.holders.find((holder) => holderOf(holder) === JSON.stringify(within));

type Target = { readonly path: string; readonly holder: Holder };

/** Where an item of one version belongs in another: in the same file, or in the file to which its module moved. */
const targetOf = (from: Divided, { within }: TestItem, onto: readonly Divided[]): Target | null => {
  const own = onto.find(({ path }) => path === from.path);
  const same = own === undefined ? undefined : holderAt(own, within);
  if (same !== undefined) return { path: from.path, holder: same };
  const module = holderAt(from, within)?.module ?? null;
  if (module === null) return null;
  for (const { path, divided } of onto) {
    const holder = divided.holders.find(
      (each) => each.module !== null && moduleOf(path, each.module) === moduleOf(from.path, module),
    );
    if (holder !== undefined) return { path, holder };
  }
  return null;
};

type Change = { readonly start: number; readonly end: number; readonly text: string };

const applied = (text: string, changes: readonly Change[]): string => {
  let [result, at] = ['', 0];
  for (const { start, end, text: put } of changes.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    result += text.slice(at, start) + put;
    at = Math.max(at, end);
  }
  return result + text.slice(at);
};

const indentAt = (text: string, at: number): string => /[ \t]*$/.exec(text.slice(0, at))?.[0] ?? '';

/** An item with the white space before it: without it the file reads as if it had never been there. */
const removal = (text: string, { start, end }: TestItem): Change => {
  const from = text.slice(0, start).trimEnd().length;
  const to = from === 0 ? end + (/^\s*/.exec(text.slice(end))?.[0].length ?? 0) : end;
  return { start: from, end: to, text: '' };
};

/** By key and turn: two items may have the same name, in other builds. */
const turns = <T extends Placed>(items: readonly T[]): ReadonlyMap<string, T> => {
  const seen = new Map<string, number>();
  return new Map(
    items.map((item) => {
      const turn = seen.get(keyOf(item)) ?? 0;
      seen.set(keyOf(item), turn + 1);
      return [`${keyOf(item)} ${turn}`, item];
    }),
  );
};

const insertion = ({ text, ...file }: Divided, item: Item, next: TestItem | undefined): Change => {
  if (next !== undefined)
    return { start: next.start, end: next.start, text: `${item.text}\n\n${item.indent}` };
  const at = holderAt({ text, ...file }, item.within)?.end ?? text.length;
  const from = text.slice(0, at).trimEnd().length;
  const end = at === text.length ? '\n' : text.slice(from, at).includes('\n') ? '' : '\n';
  return {
    start: from,
    end: at === text.length ? at : from,
    text: `${from === 0 ? '' : '\n\n'}${item.indent}${item.text}${end}`,
  };
};

const itemChanges = (file: Divided, wanted: readonly Item[]): readonly Change[] => {
  const [own, others] = [turns(file.divided.items), turns(wanted)];
  const entries = [...others];
  const changes: Change[] = [];
  for (const [key, item] of own) {
    const { start, end } = item;
    const other = others.get(key);
    if (other === undefined) changes.push(removal(file.text, item));
    else if (other.text !== file.text.slice(start, end)) changes.push({ start, end, text: other.text });
  }
  for (const [at, [key, item]] of entries.entries()) {
    if (own.has(key)) continue;
    // The order of macros matters.
    const next = entries
      .slice(at + 1)
      .find(([other, after]) => own.has(other) && holderOf(after) === holderOf(item));
    changes.push(insertion(file, item, next === undefined ? undefined : own.get(next[0])));
  }
  return changes;
};

type Examples = Pick<ExamplePlace, 'examples'> & { readonly text: string };

/** Wherever in the crate the module is. */
const placeOf = ({ path, divided }: Divided, { within, name }: ExamplePlace): string => {
  const at = divided.holders.findLast(
    (holder) => holder.module !== null && holder.within.every((one, depth) => one === within[depth]),
  );
  const rest = within.slice(at?.within.length ?? 0);
  return JSON.stringify([moduleOf(path, at?.module ?? []), rest, name]);
};

const examplesOf = (files: readonly Divided[]): ReadonlyMap<string, Examples> =>
  new Map(
    files.flatMap((file) =>
      file.divided.documented.map((place) => [
        placeOf(file, place),
        { examples: place.examples, text: file.text.slice(place.start, place.end) },
      ]),
    ),
  );

/** Documentation whose examples differ, as the other version has it. */
const exampleChanges = (file: Divided, others: ReadonlyMap<string, Examples>): readonly Change[] =>
  file.divided.documented.flatMap((place): readonly Change[] => {
    const { start, end } = place;
    const other = others.get(placeOf(file, place));
    if (other === undefined || other.examples === place.examples) return [];
    if (other.text === '')
      return [{ start, end: end + (/^\s*/.exec(file.text.slice(end))?.[0].length ?? 0), text: '' }];
    const indent = start === end ? indentAt(file.text, start) : '';
    return [{ start, end, text: `${other.text.trimEnd()}\n${indent}` }];
  });

/** The code alone; null: it cannot be separated from the tests, or there are none. */
export const withoutTests = (file: SourceWithTests): string | null =>
  isReadable(file) && file.divided.items.length > 0
    ? applied(
        file.text,
        file.divided.items.map((item) => removal(file.text, item)),
      )
    : null;

export type TwoVersions = {
  /** Whose tests. */
  readonly from: readonly SourceWithTests[];
  /** Whose code. */
  readonly onto: readonly SourceWithTests[];
};

/** By path: the code of one version with the tests of another. Files that cannot be divided in both stay as they are. */
export const withTestsOf = ({ from, onto }: TwoVersions): ReadonlyMap<string, string> => {
  const fixed = new Set([...from, ...onto].filter((file) => !isReadable(file)).map(({ path }) => path));
  const isFree = (file: SourceWithTests): file is Divided => !fixed.has(file.path) && isReadable(file);
  const [others, own] = [from.filter(isFree), onto.filter(isFree)];
  const wanted = new Map<string, Item[]>(own.map(({ path }) => [path, []]));
  for (const file of others)
    for (const item of file.divided.items) {
      const target = targetOf(file, item, own);
      if (target === null) continue;
      const text = file.text.slice(item.start, item.end);
      const indent = indentAt(file.text, item.start);
      wanted.get(target.path)?.push({ ...item, within: target.holder.within, text, indent });
    }
  const examples = examplesOf(others);
  return new Map(
    own.map((file) => [
      file.path,
      applied(file.text, [
        ...itemChanges(file, wanted.get(file.path) ?? []),
        ...exampleChanges(file, examples),
      ]),
    ]),
  );
};
