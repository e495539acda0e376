import { type Role, roleCode } from '../../domain/source/source-facts.ts';
import type { NameRules } from '../../languages/parts/name-rules.ts';

/** A grammar's own numbering, from its runtime. */
export type GrammarNames = {
  /** Kind by number; several numbers may have the same name. */
  readonly kinds: readonly (string | null)[];
  readonly named: readonly boolean[];
  readonly fields: readonly (string | null)[];
};

export const PLACE = { none: 0, use: 30, value: 31, importPath: 32 } as const;
export const VALUE = { other: 0, function: 1, type: 2, literal: 3 } as const;

/** Rules as tables by number: one lookup per node. */
export type CompiledRules = {
  readonly rules: NameRules;
  readonly fieldCount: number;
  /** By `parent * fieldCount + field`: a role's code, or one of PLACE. */
  readonly places: Uint8Array;
  /** Kinds whose children's fields matter. */
  readonly asksField: Uint8Array;
  readonly isName: Uint8Array;
  readonly isSkipped: Uint8Array;
  readonly isPattern: Uint8Array;
  readonly isTopLevel: Uint8Array;
  readonly isDeclarator: Uint8Array;
  readonly outerRole: Uint8Array;
  /** Role of a kind of name that is declared as a variable; 0: a variable. */
  readonly kindRole: Uint8Array;
  readonly valueOf: Uint8Array;
  /** Bits of words that make a constant, and one for imports of types alone. */
  readonly markOf: Uint8Array;
  readonly allMarks: number;
  readonly isModifiers: Uint8Array;
  readonly isImport: Uint8Array;
  readonly importEnd: ReadonlyMap<number, string>;
  readonly isPackage: Uint8Array;
  readonly isString: Uint8Array;
  readonly isCall: Uint8Array;
  readonly isArguments: Uint8Array;
  readonly isImportWord: Uint8Array;
};

export const TYPE_ONLY_MARK = 128;

const STRINGS = ['string', 'template_string', 'interpreted_string_literal', 'string_literal'];

type IdsOf = (name: string, isNamed: boolean) => readonly number[];

const compilePlaces = (rules: NameRules, { kinds, fields }: GrammarNames, idsOf: IdsOf) => {
  const fieldCount = fields.length + 1;
  const [places, asksField] = [new Uint8Array(kinds.length * fieldCount), new Uint8Array(kinds.length)];
  const put = (place: string, code: number): void => {
    const dot = place.lastIndexOf('.');
    const field = dot === place.length - 1 ? 0 : fields.indexOf(place.slice(dot + 1));
    if (field < 0) return;
    for (const id of idsOf(place.slice(0, dot), true)) {
      places[id * fieldCount + field] = code;
      asksField[id] = 1;
    }
  };
  for (const [place, role] of Object.entries(rules.declares)) put(place, roleCode(role));
  for (const place of rules.uses) put(place, PLACE.use);
  for (const place of rules.values) put(place, PLACE.value);
  for (const place of rules.importPaths) put(place, PLACE.importPath);
  return { places, asksField };
};

export const compileRules = (rules: NameRules, grammar: GrammarNames): CompiledRules => {
  const { kinds, named, fields } = grammar;
  const fieldCount = fields.length + 1;
  const idsOf: IdsOf = (name, isNamed) =>
    kinds.flatMap((kind, id) => (kind === name && named[id] === isNamed ? [id] : []));
  const setOf = (names: readonly string[]): Uint8Array => {
    const set = new Uint8Array(kinds.length);
    for (const name of names) for (const id of idsOf(name, true)) set[id] = 1;
    return set;
  };
  const { places, asksField } = compilePlaces(rules, grammar, idsOf);
  const [outerRole, kindRole, valueOf, markOf] = [
    new Uint8Array(kinds.length),
    new Uint8Array(kinds.length),
    new Uint8Array(kinds.length),
    new Uint8Array(kinds.length),
  ];
  for (const [kind, role] of Object.entries<Role>(rules.outer?.roles ?? {}))
    for (const id of idsOf(kind, true)) outerRole[id] = roleCode(role);
  for (const [kind, role] of Object.entries<Role>(rules.kindRoles ?? {}))
    for (const id of idsOf(kind, true)) kindRole[id] = roleCode(role);
  for (const [kind, value] of Object.entries(rules.valueRoles))
    for (const id of idsOf(kind, true)) valueOf[id] = VALUE[value];
  rules.constantMarks.forEach((mark, bit) => {
    for (const id of idsOf(mark, false)) markOf[id] = 1 << bit;
  });
  for (const id of idsOf(rules.typeOnlyMark ?? '', false)) markOf[id] = TYPE_ONLY_MARK;
  const importEnd = new Map(
    Object.entries(rules.importStatements).flatMap(([kind, end]) =>
      idsOf(kind, true).map((id) => [id, end] as const),
    ),
  );
  return {
    rules,
    fieldCount,
    places,
    asksField,
    isName: setOf(rules.names),
    isSkipped: setOf(rules.skips),
    isPattern: setOf(rules.patterns),
    isTopLevel: setOf(rules.topLevel),
    isDeclarator: setOf(rules.outer?.declarators ?? []),
    outerRole,
    kindRole,
    valueOf,
    markOf,
    allMarks: (1 << rules.constantMarks.length) - 1,
    isModifiers: setOf(['modifiers']),
    isImport: setOf(Object.keys(rules.importStatements)),
    importEnd,
    isPackage: setOf(rules.packageStatement === undefined ? [] : [rules.packageStatement]),
    isString: setOf(STRINGS),
    isCall: setOf(rules.importCalls.length === 0 ? [] : ['call_expression', 'call']),
    isArguments: setOf(['arguments', 'argument_list']),
    isImportWord: setOf(['import']),
  };
};
