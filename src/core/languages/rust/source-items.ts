import type { Tree } from '../../syntax/walk-nodes.ts';
import type { DividedSource, ExamplePlace, Holder, SourceItems, TestItem } from '../parts/source-items.ts';
import { buildersOf } from './builds/conditions.ts';
import { examplesIn, isDocumentation } from './examples.ts';

const COMMENTS = new Set(['line_comment', 'block_comment']);
const INNER = 'inner_attribute_item';
/** What holds further items. */
const HOLDERS = new Set([
  'mod_item',
  'impl_item',
  'trait_item',
  'foreign_mod_item',
  'enum_item',
  'struct_item',
]);
/** Of these, code may be put only into the first three. */
const BLOCKS = new Set(['mod_item', 'impl_item', 'trait_item']);
const MACROS = new Set(['macro_definition', 'macro_invocation', 'expression_statement']);
const WRITES_TESTS =
  /#\s*\[\s*(?:(?:\w+\s*::\s*)*test\b|cfg\s*\(\s*test\s*\))|^(?:(?:std|core)\s*::\s*)?include\s*!/;
const MARKS_TEST =
  /^#\s*\[\s*(?:::\s*)?(?:\w+\s*::\s*)*(?:r#)?(?:test|bench|rstest|quickcheck|proptest|\w+_test|test_\w+)\s*[\](]/;
/** Macros that write nothing else. */
const TEST_MACRO = /^(?:\w+\s*::\s*)*(?:proptest|quickcheck)\s*!/;
const DEEPEST = 32;

/** An item with the attributes and comments directly before it. */
type Marked = {
  readonly node: number;
  readonly marks: readonly number[];
  readonly documentation: readonly number[];
};

/** By its attributes before it and inside it. */
const isForTests = (tree: Tree, { node, marks }: Marked): boolean => {
  const body = tree.kind(node) === 'mod_item' ? tree.child(node, 'body') : null;
  const inner = body === null ? [] : tree.children(body).filter((one) => tree.kind(one) === INNER);
  return buildersOf([...marks, ...inner].map((mark) => tree.text(mark))) === 'tests';
};

const isInner = (text: string): boolean => /^(?:\/\/!|\/\*!)/.test(text);

const markedIn = (tree: Tree, holder: number): readonly Marked[] => {
  const found: Marked[] = [];
  let [marks, documentation]: [number[], number[]] = [[], []];
  for (const node of tree.children(holder)) {
    const kind = tree.kind(node);
    if (kind === 'attribute_item') marks.push(node);
    else if (COMMENTS.has(kind)) {
      if (isDocumentation(tree.text(node)) && !isInner(tree.text(node))) documentation.push(node);
    } else {
      if (kind.includes('_') && kind !== INNER) found.push({ node, marks, documentation });
      [marks, documentation] = [[], []];
    }
  }
  return found;
};

const squeeze = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** What tells an item from its neighbours in every version: its kind and name, or for want of a name its head. */
const nameOf = (tree: Tree, node: number): string => {
  const [name, body] = [tree.child(node, 'name'), tree.child(node, 'body')];
  const kind = tree.kind(node).replace(/_item$/, '');
  if (name !== null) return `${kind} ${tree.text(name)}`;
  return squeeze(
    body === null ? tree.text(node) : tree.text(node).slice(0, tree.start(body) - tree.start(node)),
  );
};

const functionsIn = (tree: Tree, node: number): readonly string[] => {
  const names: string[] = [];
  const end = tree.end(node);
  for (let at = node; at < tree.size && tree.start(at) < end; at += 1) {
    const name = tree.kind(at) === 'function_item' ? tree.child(at, 'name') : null;
    if (name !== null) names.push(tree.text(name));
  }
  return names;
};

type Division = {
  readonly items: TestItem[];
  readonly documented: ExamplePlace[];
  readonly holders: Holder[];
  readonly functions: string[];
  readonly declares: DividedSource['declares'][number][];
  /** Why the tests cannot be told from the code. */
  reason: string | null;
};

const addItem = (
  tree: Tree,
  within: readonly string[],
  { node, marks, documentation }: Marked,
  into: Division,
): void => {
  const start = Math.min(...[node, ...marks, ...documentation].map((each) => tree.start(each)));
  const after = MACROS.has(tree.kind(node))
    ? (/^\s*;/.exec(tree.text(0).slice(tree.end(node) - tree.start(0)))?.[0].length ?? 0)
    : 0;
  into.items.push({ start, end: tree.end(node) + after, within, name: nameOf(tree, node) });
  into.functions.push(...functionsIn(tree, node));
  const name = tree.child(node, 'name');
  if (tree.kind(node) !== 'mod_item' || name === null || tree.child(node, 'body') !== null) return;
  const path = marks
    .map((mark) => /^#\s*\[\s*path\s*=\s*"([^"]+)"/.exec(tree.text(mark))?.[1])
    .find((each) => each !== undefined);
  into.declares.push(
    path === undefined ? { name: tree.text(name), as: 'module' } : { name: path, as: 'path' },
  );
};

/** Documentation in one piece: between its lines could be an attribute. */
const addExamples = (
  tree: Tree,
  within: readonly string[],
  { node, marks, documentation }: Marked,
  into: Division,
): void => {
  const first = Math.min(...[node, ...marks].map((each) => tree.start(each)));
  const [from, to] = [documentation[0], documentation.at(-1)];
  const isWhole = to === undefined || tree.end(to) <= first;
  if (!isWhole) return;
  const text =
    from === undefined || to === undefined
      ? ''
      : tree.text(0).slice(tree.start(from) - tree.start(0), tree.end(to) - tree.start(0));
  into.documented.push({
    start: from === undefined ? first : tree.start(from),
    end: to === undefined ? first : tree.end(to),
    within,
    name: nameOf(tree, node),
    examples: examplesIn(text),
  });
};

/** Of a file or a module: the lines at its beginning. */
const addInnerExamples = (tree: Tree, within: readonly string[], holder: number, into: Division): void => {
  const lines = tree
    .children(holder)
    .filter((node) => COMMENTS.has(tree.kind(node)) && isInner(tree.text(node)));
  const [from, to] = [lines[0], lines.at(-1)];
  if (from === undefined || to === undefined) return;
  const text = tree.text(0).slice(tree.start(from) - tree.start(0), tree.end(to) - tree.start(0));
  into.documented.push({
    start: tree.start(from),
    end: tree.end(to),
    within,
    name: '//!',
    examples: examplesIn(text),
  });
};

const divideIn = (
  tree: Tree,
  holder: number,
  { within, module }: Pick<Holder, 'within' | 'module'>,
  into: Division,
): void => {
  if (within.length > DEEPEST) into.reason = 'its modules nest too deeply';
  addInnerExamples(tree, within, holder, into);
  for (const marked of markedIn(tree, holder)) {
    const { node, marks } = marked;
    const kind = tree.kind(node);
    const isTest =
      isForTests(tree, marked) ||
      (kind === 'function_item' && marks.some((mark) => MARKS_TEST.test(tree.text(mark))));
    if (isTest || (MACROS.has(kind) && TEST_MACRO.test(tree.text(node)))) {
      addItem(tree, within, marked, into);
      continue;
    }
    addExamples(tree, within, marked, into);
    if (MACROS.has(kind) && WRITES_TESTS.test(tree.text(node))) into.reason ??= 'a macro writes tests';
    const body = HOLDERS.has(kind) ? tree.child(node, 'body') : null;
    if (body === null) continue;
    const inside = [...within, nameOf(tree, node)];
    const name = tree.child(node, 'name');
    const inner =
      module === null || kind !== 'mod_item' || name === null ? null : [...module, tree.text(name)];
    // The closing brace is the last character.
    if (BLOCKS.has(kind)) into.holders.push({ within: inside, end: tree.end(body) - 1, module: inner });
    if (into.reason === null) divideIn(tree, body, { within: inside, module: inner }, into);
  }
};

/** Two of one name cannot be told apart in another version. */
const onlyOnce = (places: readonly ExamplePlace[]): readonly ExamplePlace[] => {
  const keyOf = ({ within, name }: ExamplePlace): string => JSON.stringify([within, name]);
  const counts = new Map<string, number>();
  for (const place of places) counts.set(keyOf(place), (counts.get(keyOf(place)) ?? 0) + 1);
  return places.filter((place) => counts.get(keyOf(place)) === 1);
};

const divide = (tree: Tree): DividedSource | string => {
  const into: Division = {
    items: [],
    documented: [],
    holders: [],
    functions: [],
    declares: [],
    reason: null,
  };
  const file = { within: [], module: [] };
  into.holders.push({ ...file, end: tree.end(0) });
  divideIn(tree, 0, file, into);
  return into.reason ?? { ...into, documented: onlyOnce(into.documented) };
};

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** A crate's root, or a folder that is a module. */
const ROOTS = ['lib', 'main', 'mod'];

const moduleOf = (path: string): string => {
  const stem = path.replace(/\.rs$/, '');
  return ROOTS.includes(stem.slice(stem.lastIndexOf('/') + 1)) ? folderOf(path) : stem;
};

export const rustSourceItems: SourceItems = {
  divide,
  moduleOf,
  parentsOf(path) {
    const above = folderOf(moduleOf(path));
    const roots = ROOTS.map((root) => (above === '' ? `${root}.rs` : `${above}/${root}.rs`));
    return (above === '' ? roots : [`${above}.rs`, ...roots]).filter((parent) => parent !== path);
  },
};
