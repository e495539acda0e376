import type { FileVersion } from './file-version.ts';
import { resolveNames, type Names } from './resolve-names.ts';
import type { Node, Syntax } from './syntax-view.ts';

export type Call = { readonly node: Node; readonly name: string; readonly args: readonly Node[] };
export type Assignment = { readonly node: Node; readonly target: string; readonly value: Node };

/** A file's calls and assignments, by their names after resolving aliases. */
export type Actions = {
  readonly syntax: Syntax;
  readonly names: Names;
  readonly calls: readonly Call[];
  readonly assignments: readonly Assignment[];
};

const CALL_KINDS = new Set(['call_expression', 'call', 'new_expression']);
const ASSIGNMENT_KINDS = new Set([
  'assignment_expression',
  'assignment',
  'augmented_assignment_expression',
  'augmented_assignment',
]);

const known = new WeakMap<FileVersion, Actions>();

export const readActions = (version: FileVersion): Actions | null => {
  const { syntax } = version;
  if (!syntax) return null;
  const before = known.get(version);
  if (before) return before;
  const names = resolveNames(syntax);
  const actions = {
    syntax,
    names,
    calls: readCalls(syntax, names),
    assignments: readAssignments(syntax, names),
  };
  known.set(version, actions);
  return actions;
};

const readCalls = (syntax: Syntax, names: Names): readonly Call[] =>
  syntax.find(CALL_KINDS).flatMap((node) => {
    const callee = syntax.field(node, 'function') ?? syntax.field(node, 'constructor');
    const name = callee === null ? null : names.nameOf(callee);
    const list = syntax.field(node, 'arguments');
    const args =
      list === null ? [] : syntax.children(list).filter((child) => syntax.kind(child) !== 'comment');
    return name === null ? [] : [{ node, name, args }];
  });

/** `setattr` and `Object.defineProperty` assign too. */
const readAssignments = (syntax: Syntax, names: Names): readonly Assignment[] =>
  syntax.find(ASSIGNMENT_KINDS).flatMap((node) => {
    const [left, value] = [syntax.field(node, 'left'), syntax.field(node, 'right')];
    const target = left === null ? null : names.nameOf(left);
    return target === null || value === null ? [] : [{ node, target, value }];
  });
