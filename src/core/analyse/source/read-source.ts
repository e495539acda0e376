import { type ImportFact, roleCode, type SourceFacts } from '../../domain/source/source-facts.ts';
import { type CompiledRules, PLACE, TYPE_ONLY_MARK, VALUE } from './compile-rules.ts';
import { importOf } from '../../languages/parts/name-rules.ts';
import { createNameCounts } from './name-counts.ts';
import type { SyntaxCursor } from './syntax-cursor.ts';

const MAX_LEAVES = 4_000;
const MAX_LENGTH = 500;

/** The leaves of the current node; the cursor is back at it afterwards. */
const readLeaves = (cursor: SyntaxCursor, text: string, isSkipped: Uint8Array): readonly string[] => {
  const leaves: string[] = [];
  let depth = 0;
  for (;;) {
    const skipped = isSkipped[cursor.kind()] === 1 || leaves.length >= MAX_LEAVES;
    if (!skipped && cursor.down()) {
      depth += 1;
      continue;
    }
    if (!skipped)
      leaves.push(text.slice(cursor.start(), Math.min(cursor.end(), cursor.start() + MAX_LENGTH)));
    while (depth > 0 && !cursor.next()) {
      cursor.up();
      depth -= 1;
    }
    if (depth === 0) return leaves;
  }
};

const countLines = (text: string): number => {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
};

/** The runtime's number for a syntax error. */
const ERROR_KIND = 65_535;
const MAX_DEPTH = 2_000;
const MAX_NODES = 4_000_000;
const MAX_NAME_LENGTH = 120;
const MAX_IMPORTS = 5_000;
const MAX_PATH_LENGTH = 500;
const [VARIABLE, FUNCTION, TYPE, CONSTANT, GLOBAL] = [
  roleCode('variable'),
  roleCode('function'),
  roleCode('type'),
  roleCode('constant'),
  roleCode('global'),
];
/** Calls that import a path, and those that import one relative to the file. */
const [PLAIN_IMPORT, RELATIVE_IMPORT] = [1, 2];
const REFINED = { [VALUE.function]: FUNCTION, [VALUE.type]: TYPE } as Readonly<Record<number, number>>;

/** Holds the position in one tree; nothing outlives `read`. */
class SourceWalk {
  readonly #kinds = new Uint16Array(MAX_DEPTH + 2);
  readonly #contexts = new Uint8Array(MAX_DEPTH + 2);
  readonly #marks = new Uint8Array(MAX_DEPTH + 2);
  readonly #importing = new Uint8Array(MAX_DEPTH + 2);
  /** The only name that a declarator at this depth has declared so far. */
  readonly #declared: (Uint32Array | null)[] = [];
  readonly #names = createNameCounts();
  readonly #imports: ImportFact[] = [];
  #module = '';
  #damaged = false;

  constructor(
    readonly cursor: SyntaxCursor,
    readonly text: string,
    readonly tables: CompiledRules,
  ) {}

  read(): Omit<SourceFacts, 'language' | 'lines'> {
    const { cursor } = this;
    let depth = 0;
    for (let nodes = 0; ; nodes += 1) {
      if (nodes > MAX_NODES) {
        this.#damaged = true;
        break;
      }
      if (this.#visit(depth) && cursor.down()) {
        depth += 1;
        continue;
      }
      while (depth > 0 && !cursor.next()) {
        cursor.up();
        depth -= 1;
      }
      if (depth === 0) break;
    }
    const damaged = this.#damaged || this.#names.full;
    return { damaged, module: this.#module, ...this.#names.packed(), imports: this.#imports };
  }

  /** True: look inside. */
  #visit(depth: number): boolean {
    const { cursor, tables } = this;
    const kind = cursor.kind();
    const parent = depth === 0 ? 0 : (this.#kinds[depth - 1] ?? 0);
    const field = depth > 0 && tables.asksField[parent] === 1 ? cursor.field() : 0;
    const place = depth === 0 ? PLACE.none : (tables.places[parent * tables.fieldCount + field] ?? 0);
    if (kind === ERROR_KIND) this.#damaged = true;
    if (place === PLACE.importPath) return this.#importPath(depth);
    if (place === PLACE.value) this.#refine(kind, depth);
    const context = this.#contextOf(place, parent, depth);
    if (tables.isName[kind] === 1) {
      this.#name(this.#roleOf(kind, context), depth);
      return false;
    }
    this.#mark(kind, parent, depth);
    if (tables.isImportWord[kind] === 1 && tables.isCall[parent] === 1)
      this.#importing[depth - 1] = PLAIN_IMPORT;
    const importing = tables.isString[kind] === 1 ? (this.#importing[depth - 2] ?? 0) : 0;
    if (importing > 0) return this.#importCall(parent, importing === RELATIVE_IMPORT);
    if (tables.isSkipped[kind] === 1) return false;
    if (this.#isImport(kind)) return this.#importStatement(kind);
    return this.#open(kind, context, depth);
  }

  #open(kind: number, context: number, depth: number): boolean {
    if (depth >= MAX_DEPTH) {
      this.#damaged = true;
      return false;
    }
    this.#kinds[depth] = kind === ERROR_KIND ? 0 : kind;
    this.#contexts[depth] = this.tables.isPattern[kind] === 1 ? context : 0;
    this.#marks[depth] = 0;
    this.#importing[depth] = 0;
    this.#declared[depth] = null;
    return true;
  }

  #contextOf(place: number, parent: number, depth: number): number {
    const { tables } = this;
    if (place > PLACE.none && place < PLACE.use) {
      if (tables.isDeclarator[parent] !== 1 || depth < 2) return place;
      const statement = this.#kinds[depth - 2] ?? 0;
      const outer = tables.outerRole[statement] ?? 0;
      if (outer === 0) return place;
      return ((this.#marks[depth - 2] ?? 0) & tables.allMarks) === tables.allMarks ? CONSTANT : outer;
    }
    const goesOn = place === PLACE.none && depth > 0 && tables.isPattern[parent] === 1;
    return goesOn ? (this.#contexts[depth - 1] ?? 0) : 0;
  }

  #roleOf(kind: number, context: number): number {
    return context === VARIABLE ? this.tables.kindRole[kind] || VARIABLE : context;
  }

  #name(context: number, depth: number): void {
    const [start, end] = [this.cursor.start(), this.cursor.end()];
    if (end - start > MAX_NAME_LENGTH || end <= start) return;
    const name = this.text.slice(start, end);
    const counts = this.#names.of(name);
    if (counts === null) return;
    counts[context] = (counts[context] ?? 0) + 1;
    if (depth === 0) return;
    if (context === VARIABLE) this.#declared[depth - 1] = counts;
    else if (context === 0 && this.tables.isCall[this.#kinds[depth - 1] ?? 0] === 1)
      this.#importing[depth - 1] = this.#importKind(name);
  }

  #importKind(name: string): number {
    const { importCalls, relativeImportCalls = [] } = this.tables.rules;
    if (relativeImportCalls.includes(name)) return RELATIVE_IMPORT;
    return importCalls.includes(name) ? PLAIN_IMPORT : 0;
  }

  /** A variable that holds a function is a function; one of the whole module a constant, if it holds a literal. */
  #refine(kind: number, depth: number): void {
    const counts = this.#declared[depth - 1] ?? null;
    if (counts === null || (counts[VARIABLE] ?? 0) === 0) return;
    const value = this.tables.valueOf[kind] ?? 0;
    const role = REFINED[value] ?? this.#roleAt(depth - 1, value === VALUE.literal);
    counts[VARIABLE] = (counts[VARIABLE] ?? 0) - 1;
    counts[role] = (counts[role] ?? 0) + 1;
  }

  #roleAt(declarator: number, isLiteral: boolean): number {
    const { tables } = this;
    if (declarator < 2 || tables.isTopLevel[this.#kinds[declarator - 2] ?? 0] !== 1) return VARIABLE;
    const marks = (this.#marks[declarator - 1] ?? 0) & tables.allMarks;
    return isLiteral && marks === tables.allMarks ? CONSTANT : GLOBAL;
  }

  #mark(kind: number, parent: number, depth: number): void {
    const mark = this.tables.markOf[kind] ?? 0;
    if (mark === 0 || depth === 0) return;
    const at = this.tables.isModifiers[parent] === 1 && depth > 1 ? depth - 2 : depth - 1;
    this.#marks[at] = (this.#marks[at] ?? 0) | mark;
  }

  #importPath(depth: number): boolean {
    this.#addString(((this.#marks[depth - 1] ?? 0) & TYPE_ONLY_MARK) !== 0);
    return false;
  }

  #importCall(parent: number, isRelative: boolean): boolean {
    if (this.tables.isArguments[parent] === 1) this.#addString(false, isRelative ? './' : '');
    return false;
  }

  #addString(typeOnly: boolean, prefix = ''): void {
    const path = this.text.slice(this.cursor.start() + 1, this.cursor.end() - 1);
    this.#addImport(importOf(path === '' ? '' : prefix + path, [], typeOnly));
  }

  #addImport(found: ImportFact): void {
    if (found.from === '' || found.from.length > MAX_PATH_LENGTH || this.#imports.length >= MAX_IMPORTS)
      return;
    this.#imports.push(found);
  }

  #isImport(kind: number): boolean {
    const { tables } = this;
    if (tables.isPackage[kind] === 1) return true;
    if (tables.isImport[kind] !== 1) return false;
    const end = tables.importEnd.get(kind) ?? '';
    return end === '' || this.text[this.cursor.end() - 1] === end;
  }

  #importStatement(kind: number): boolean {
    const tokens = readLeaves(this.cursor, this.text, this.tables.isSkipped);
    if (this.tables.isPackage[kind] === 1)
      this.#module = tokens
        .filter((token) => token !== 'package' && token !== ';')
        .join('')
        .slice(0, MAX_PATH_LENGTH);
    else for (const found of this.tables.rules.readImport(tokens)) this.#addImport(found);
    return false;
  }
}

/** Names and imports of one tree, without recursion and within bounds: hostile trees are deep. */
export const readSource = (cursor: SyntaxCursor, text: string, tables: CompiledRules): SourceFacts => ({
  language: tables.rules.language,
  lines: countLines(text),
  ...new SourceWalk(cursor, text, tables).read(),
});
