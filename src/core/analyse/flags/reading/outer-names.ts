import type { Language } from '../../../languages/language.ts';
import type { OuterNames } from '../../../languages/parts/surroundings.ts';
import type { FileVersion, Span } from '../../../syntax/file-version.ts';
import { lineStarts } from '../../../syntax/file-version.ts';
import type { Node, Syntax } from '../../../syntax/syntax-view.ts';
import { classifyHarnessPath } from '../../harness/harness-paths.ts';
import type { Change, FileChange } from '../flag-rule.ts';
import { actionsOf } from './actions-of.ts';
import { addedLines } from './added-lines.ts';
import { freeNames, type FreeName } from './free-names.ts';
import { testLines, testSpans } from './test-spans.ts';

export type OuterName = { readonly what: string; readonly line: number };

const OF_TESTS = /^(?:tests?|specs?|conftest)$/;
const SOURCE_FOLDERS = new Set(['src', 'lib', 'source', 'include']);
const COMMENTS = new Set(['comment', 'line_comment', 'block_comment', 'html_comment']);
const LONGEST_STATEMENT = 4_000;
/** Patterns that are not linear see a part of a line at a time; parts overlap, so that no name is cut. */
const [PART, STEP] = [400, 300];

const stem = (name: string): string => name.replace(/\.\w+$/, '');

export type Project = {
  /** Names under which its modules are loaded: its top folders and files, and those in a source folder. */
  readonly names: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
  readonly base: ReadonlySet<string>;
};

export const projectOf = ({ baseFiles, files }: Pick<Change, 'baseFiles' | 'files'>): Project => {
  const names = new Set<string>();
  const added = files.filter(({ after, change }) => after !== null || change !== 'deleted');
  const paths = new Set([...baseFiles, ...added.map(({ path }) => path)]);
  for (const path of paths) {
    const [top = '', second] = path.split('/', 2);
    names.add(stem(top));
    if (second !== undefined && SOURCE_FOLDERS.has(top)) names.add(stem(second));
  }
  return { names, paths, base: baseFiles };
};

/** Data, or code that is read like the program; the harness has files of its own in each run. */
const isOfProgram = (path: string, outer: OuterNames): boolean =>
  outer.files?.loads.test(path) === true && [null, 'ci'].includes(classifyHarnessPath(path));

const isKnown = (module: string, from: string, outer: OuterNames, { names, paths }: Project): boolean => {
  const places = outer.files?.of(from, module) ?? null;
  if (places !== null) {
    const found = places.find((path) => paths.has(path));
    return found !== undefined && isOfProgram(found, outer);
  }
  const [top = ''] = module.split(/[./]/, 1);
  return (
    outer.pure.test(module) ||
    outer.own?.test(module) === true ||
    (names.has(top) && top !== '' && !OF_TESTS.test(top) && outer.standard?.test(module) !== true)
  );
};

const squeeze = (text: string): string => text.replaceAll(/\s+/g, '');

type Loaded = { readonly module: string; readonly offset: number };
type Loads = { readonly loaded: readonly Loaded[]; readonly spans: readonly Span[] };

const withoutComments = ({ syntax, text }: FileVersion, node: Node): string => {
  if (syntax === null) return '';
  const start = syntax.start(node);
  let plain = text.slice(start, Math.min(syntax.end(node), start + LONGEST_STATEMENT));
  for (const comment of syntax.find(COMMENTS, node)) {
    const [from, to] = [syntax.start(comment) - start, syntax.end(comment) - start];
    plain = `${plain.slice(0, from)}${' '.repeat(Math.max(0, Math.min(to, plain.length) - from))}${plain.slice(to)}`;
  }
  return plain.replaceAll(/\s+/g, ' ');
};

const loadsKnown = new WeakMap<FileVersion, Loads>();

/** Modules that a version loads, statement by statement, however it breaks lines. */
const loadsOf = (version: FileVersion, { outer }: Language): Loads => {
  const before = loadsKnown.get(version);
  if (before !== undefined) return before;
  const { syntax } = version;
  const [loaded, spans]: [Loaded[], Span[]] = [[], []];
  for (const node of syntax?.find(outer.statements) ?? []) {
    if (syntax === null || !outer.head.test(version.text.slice(syntax.start(node), syntax.start(node) + 20)))
      continue;
    const modules = outer.loads(withoutComments(version, node));
    if (modules === null) continue;
    const offset = syntax.start(node);
    loaded.push(...modules.map((module) => ({ module, offset })));
    if (outer.brings.has(syntax.kind(node))) spans.push({ start: offset, end: syntax.end(node) });
  }
  const found = { loaded, spans };
  loadsKnown.set(version, found);
  return found;
};

/** How often a text without blanks occurs. */
const countOf = (code: string, part: string): number => code.split(part).length - 1;

const MEMBERS = new Set(['member_expression', 'attribute', 'subscript_expression', 'subscript']);
const MAX_NAMES = 20_000;

/** Uses of modules of the machine, by their full names. */
const usesOf = (version: FileVersion, { language }: FileChange): ReadonlyMap<string, FreeName[]> => {
  const actions = actionsOf(language, version);
  const uses = new Map<string, FreeName[]>();
  if (actions === null || language === null) return uses;
  const { syntax, names } = actions;
  const modules = new Set(
    loadsOf(version, language).loaded.flatMap(({ module }) =>
      language.outer.standard?.test(module) === true && !language.outer.pure.test(module)
        ? [module.replace(/^node:/, '')]
        : [],
    ),
  );
  if (modules.size === 0) return uses;
  const nodes = [...syntax.find(MEMBERS).slice(0, MAX_NAMES), ...actions.calls.map(({ node }) => node)];
  for (const node of nodes.slice(0, MAX_NAMES)) {
    const callee = syntax.field(node, 'function') ?? syntax.field(node, 'constructor') ?? node;
    const name = names.nameOf(callee);
    if (name === null || ![...modules].some((module) => name.startsWith(`${module}.`))) continue;
    uses.set(name, [...(uses.get(name) ?? []), { name, offset: syntax.start(node) }]);
  }
  return uses;
};

/** A module of the machine that the old side loaded too, and the new side uses more. */
const moreOfModule = (file: FileChange): OuterName | null => {
  const { before, after } = file;
  if (after === null || before === null) return null;
  const old = usesOf(before, file);
  for (const [name, uses] of usesOf(after, file)) {
    const found = uses[old.get(name)?.length ?? 0];
    if (found !== undefined) return { what: name, line: after.lineAt(found.offset) };
  }
  return null;
};

const SUBSCRIPTS = new Set(['subscript_expression']);
const WORDS = new Set(['identifier']);
const DECLARATORS = new Set(['variable_declarator']);
/** What makes one text of another. */
const OF_TEXT = /^(?:atob|btoa|String|Buffer|decodeURIComponent|decodeURI|unescape|parseInt|Number)$/;

/** A text that is known before the program runs, and is not spelled out. */
const isPutTogether = (syntax: Syntax, node: Node): boolean => {
  const kind = syntax.kind(node);
  if (!/^(?:binary_expression|call_expression|template_string)$/.test(kind)) return false;
  if (kind === 'template_string' && !syntax.text(node).includes('${')) return false;
  const texts = syntax.find(new Set(['string', 'template_string', 'number']), node);
  if (
    texts.length === 0 ||
    (kind === 'binary_expression' && !texts.some((at) => syntax.kind(at) !== 'number'))
  )
    return false;
  const given = new Set(
    syntax.find(new Set(['arrow_function']), node).flatMap((arrow) => {
      const list = syntax.field(arrow, 'parameters') ?? syntax.field(arrow, 'parameter');
      return list === null ? [] : (syntax.text(list).match(/[\w$]+/g) ?? []);
    }),
  );
  return syntax
    .find(WORDS, node)
    .every((word) => OF_TEXT.test(syntax.text(word)) || given.has(syntax.text(word)));
};

/** `e[['st', 'ack'].join('')]`: a member whose name is hidden from readers. */
const hiddenMembers = ({ syntax }: FileVersion): readonly FreeName[] => {
  if (syntax === null) return [];
  const hidden = new Set(
    syntax.find(DECLARATORS).flatMap((node) => {
      const [name, value] = [syntax.field(node, 'name'), syntax.field(node, 'value')];
      return name !== null && value !== null && isPutTogether(syntax, value) ? [syntax.text(name)] : [];
    }),
  );
  return syntax
    .find(SUBSCRIPTS)
    .slice(0, MAX_NAMES)
    .flatMap((node) => {
      const index = syntax.field(node, 'index');
      return index !== null && (isPutTogether(syntax, index) || hidden.has(syntax.text(index)))
        ? [{ name: syntax.text(node).slice(0, 60), offset: syntax.start(node) }]
        : [];
    });
};

const hiddenMember = ({ before, after, language }: FileChange): OuterName | null => {
  if (after === null || language?.outer.globals === undefined) return null;
  const old = new Set(before === null ? [] : hiddenMembers(before).map(({ name }) => name));
  const found = hiddenMembers(after).find(({ name }) => !old.has(name));
  return found === undefined ? null : { what: found.name, line: after.lineAt(found.offset) };
};

const known = new WeakMap<FileVersion, readonly FreeName[]>();

const freeIn = (version: FileVersion, { names, outer }: Language): readonly FreeName[] => {
  if (outer.globals === undefined || version.syntax === null) return [];
  const free = known.get(version) ?? freeNames(version.syntax, { names, globals: outer.globals });
  known.set(version, free);
  return free;
};

/** A name that neither file nor language explains, unless the old side used it too. */
const unexplained = ({ before, after, language }: FileChange): OuterName | null => {
  const globals = language?.outer.globals;
  if (language === null || after === null || globals === undefined) return null;
  const { syntax } = after;
  if (syntax === null || syntax.find(globals.wildcards).length > 0) return null;
  const old = new Set(before === null ? [] : freeIn(before, language).map(({ name }) => name));
  const found = freeIn(after, language).find(({ name }) => !globals.known.has(name) && !old.has(name));
  return found === undefined ? null : { what: found.name, line: after.lineAt(found.offset) };
};

/** A module that only the new side loads. */
const foreignModule = (file: FileChange, project: Project): OuterName | null => {
  const { after, before, language, path } = file;
  if (after === null || language === null) return null;
  const isTest = testSpans(after, language);
  const old = new Set(before === null ? [] : loadsOf(before, language).loaded.map(({ module }) => module));
  const found = loadsOf(after, language).loaded.find(
    ({ module, offset }) =>
      !old.has(module) && !isTest(offset) && !isKnown(module, path, language.outer, project),
  );
  return found === undefined ? null : { what: found.module, line: after.lineAt(found.offset) };
};

/** The first new module or name that is not known to depend on its input alone. */
export const outerName = (file: FileChange, project: Project): OuterName | null => {
  const { after, before, language } = file;
  if (after === null || language === null) return null;
  const { path } = file;
  if (language.outer.fileNames?.test(path) === true && !project.base.has(path))
    return { what: path, line: 1 };
  const foreign = foreignModule(file, project);
  if (foreign !== null) return foreign;
  const { outer } = language;
  const isTest = testLines(after, language);
  const { spans } = loadsOf(after, language);
  const [oldCode, newCode] = [squeeze(before?.code ?? ''), squeeze(after.code)];
  const names = new RegExp(outer.names.source, `${outer.names.flags.replace('g', '')}g`);
  const starts = lineStarts(after.code);
  for (const { line, text } of addedLines(file)) {
    if (isTest(line)) continue;
    if (outer.lines?.test(text) === true) return { what: text.trim(), line };
    const start = starts[line - 1] ?? 0;
    const code = after.code.slice(start, starts[line] ?? after.code.length);
    for (let at = 0; at < code.length; at += STEP)
      for (const { 0: found, index } of code.slice(at, at + PART).matchAll(names)) {
        const offset = start + at + index;
        // Imports of known modules are examined at their use.
        if (spans.some((span) => span.start <= offset && offset < span.end)) continue;
        const part = squeeze(found);
        if (countOf(newCode, part) > countOf(oldCode, part)) return { what: found.trim(), line };
      }
  }
  return moreOfModule(file) ?? hiddenMember(file) ?? unexplained(file);
};
