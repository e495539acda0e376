import type { Node, Syntax } from '../../../syntax/syntax-view.ts';
import type { Kept } from './name-uses.ts';
import { FUNCTIONS as PLAIN_FUNCTIONS } from './literal-branches.ts';

/** With methods and function values of Go. */
const FUNCTIONS = new Set([...PLAIN_FUNCTIONS, 'method_declaration', 'func_literal']);

const COUNTS = new Set([
  'update_expression',
  'augmented_assignment_expression',
  'augmented_assignment',
  'inc_statement',
  'dec_statement',
  'send_statement',
  'operator_assignment',
]);
const DECLARED = new Set(['variable_declarator', 'assignment', 'var_spec', 'init_declarator']);
const CALLS = new Set(['call', 'call_expression']);
const ADDRESSES = new Set(['unary_expression']);
const ASSIGNS = new Set(['assignment_expression', 'assignment', 'assignment_statement']);
const CHANGES = new Set([...ASSIGNS, ...COUNTS]);
/** `SEEN.add(x)`, `table.set(x, y)`, `seen.push(x)`. */
const KEEPS =
  /^([A-Za-z_$][\w$]*)\s*\.\s*(?:add|append|appendleft|push|unshift|set|update|setdefault|insert|extend|clear|delete|discard|remove|pop|shift|next|Add|Store|Swap|CompareAndSwap|Do|Put|Set|Push|PushBack|PushFront|Inc|Reset|Write\w*)\s*\(/;
const MAX_LOOKED_AT = 500;
const LONGEST_FUNCTION = 10_000;

const rootName = (text: string): string => /^[\s+(*-]*([A-Za-z_$@][\w$]*)/.exec(text)?.[1] ?? '';

const NAMED = new Set([
  'function_declaration',
  'class_declaration',
  'function_definition',
  'class_definition',
]);

/** Functions and classes of a file, which can also hold state: `split.calls = 1`. */
const holders = (syntax: Syntax): ReadonlySet<string> =>
  new Set(
    syntax
      .find(NAMED)
      .slice(0, MAX_LOOKED_AT)
      .flatMap((node) => {
        const name = syntax.field(node, 'name');
        return name === null || syntax.ancestor(node, FUNCTIONS) !== null ? [] : [syntax.text(name)];
      }),
  );

/** Names that a file declares outside of every function. */
const outerNames = (syntax: Syntax): ReadonlySet<string> =>
  new Set(
    syntax
      .find(DECLARED)
      .slice(0, MAX_LOOKED_AT)
      .filter((node) => syntax.ancestor(node, FUNCTIONS) === null)
      .map((node) => rootName(syntax.text(node).slice(0, 80))),
  );

/** At the top, a parameter, or declared again inside; in Python a plain assignment declares. */
const isOwnName = (syntax: Syntax, node: Node, name: string): boolean => {
  for (
    let around = syntax.ancestor(node, FUNCTIONS);
    around !== null;
    around = syntax.ancestor(around, FUNCTIONS)
  ) {
    const text = syntax.text(around).slice(0, LONGEST_FUNCTION);
    const own = name.replaceAll('$', '\\$');
    const given = ['parameters', 'parameter', 'receiver', 'result']
      .map((field) => syntax.field(around, field))
      .map((list) => (list === null ? '' : syntax.text(list).slice(0, 1_000)))
      .join(' ');
    if (new RegExp(`(?<![\\w$.])${own}(?![\\w$])`).test(given)) return true;
    if (
      new RegExp(
        `\\b(?:let|var|const|for)\\s*\\(?[\\s{[,\\w$:]{0,200}(?<![\\w$])${own}(?![\\w$])|(?<![\\w$.])${own}\\s*(?:,\\s*\\w+\\s*){0,9}:=|(?:^|[;{}(,]|\\n)\\s*(?!(?:return|throw|else|new|delete|case|yield|await|in|of|go|defer|not|and|or)\\b)(?:final\\s+|const\\s+)?[A-Za-z_][\\w.:]*(?:<[^;\\n]{0,80}>)?(?:\\[\\])*[\\s*&]+${own}\\s*[=;:,)]`,
      ).test(text)
    )
      return true;
    const declares = new RegExp(`(?:^|\\n)\\s*${own}\\s*(?::[^=\\n]{1,80})?=(?!=)`).test(text);
    if (
      syntax.kind(around) === 'function_definition' &&
      declares &&
      !new RegExp(`\\b(?:global|nonlocal)\\s[^\\n]{0,100}\\b${own}\\b`).test(text)
    )
      return true;
  }
  return syntax.ancestor(node, FUNCTIONS) === null;
};

/** Declared again inside; in Python, a name that a function changes is local unless declared `global`. */
const isLocal = (syntax: Syntax, node: Node, name: string): boolean => {
  const around = syntax.ancestor(node, FUNCTIONS);
  if (around === null) return true;
  const text = syntax.text(around).slice(0, LONGEST_FUNCTION);
  const own = name.replaceAll('$', '\\$');
  if (syntax.kind(node) === 'augmented_assignment' && syntax.text(node).startsWith(`${name} `))
    return !new RegExp(`\\b(?:global|nonlocal)\\s[^\\n]{0,100}\\b${own}\\b`).test(text);
  return new RegExp(`\\b(?:let|var|const)\\s+${own}\\b|\\b${own}\\s*:=`).test(text);
};

/** `fresh = false` and `SEEN[key] = value` inside a function, if the name is declared outside of all functions. */
const assigned = (syntax: Syntax, outer: ReadonlySet<string>): readonly Kept[] => {
  const held = holders(syntax);
  const isHeld = (name: string, text: string): boolean =>
    held.has(name) && /^[\w$]+\s*[.[]/.test(text.trimStart());
  return syntax
    .find(CHANGES)
    .slice(0, MAX_LOOKED_AT)
    .flatMap((node) => {
      const text = syntax.text(node).slice(0, 80);
      const name = rootName(text);
      return (!outer.has(name) && !isHeld(name, text)) || isOwnName(syntax, node, name)
        ? []
        : [{ what: text, offset: syntax.start(node) }];
    });
};

/** Calls in functions whose text a pattern finds a name of the file in. */
const calledOn = (syntax: Syntax, outer: ReadonlySet<string>, pattern: RegExp): readonly Kept[] =>
  syntax
    .find(CALLS)
    .slice(0, MAX_LOOKED_AT)
    .flatMap((node) => {
      const text = syntax.text(node).slice(0, 80);
      const name = pattern.exec(text)?.[1];
      return name !== undefined && outer.has(name) && !isOwnName(syntax, node, name)
        ? [{ what: text, offset: syntax.start(node) }]
        : [];
    });

const GO_CHANGES = new Set(['assignment_statement', 'inc_statement', 'dec_statement']);

/** In Go any file of the package may declare it. */
const ofPackage = (syntax: Syntax): readonly Kept[] =>
  syntax
    .find(GO_CHANGES)
    .slice(0, MAX_LOOKED_AT)
    .flatMap((node) => {
      const text = syntax.text(node).slice(0, 80);
      const name = rootName(text);
      return name === '' || name === '_' || isOwnName(syntax, node, name)
        ? []
        : [{ what: text, offset: syntax.start(node) }];
    });

/** Methods of Go values that change nothing. */
const READS =
  /^(?:Match\w*|Find\w*|Replace\w*|Split|String|Err(?:or\w*)?|Is\w*|As|Unwrap|Get\w*|Load|Len|Has\w*|Contains\w*|Index\w*|Execute\w*|Lookup\w*|Print\w*|Fatal\w*|Debug\w*|Info\w*|Warn\w*|With\w*|Sub\w*|NumSubexp|Format\w*|Cmp|Equal\w*|R?(?:Lock|Unlock)|Marshal\w*|Unmarshal\w*|Expand\w*|Field\w*|Type\w*|Elem|Kind|Unix\w*|Add|Before|After)$/;

/** `calls.bump()` and `<-turns` of a variable of the package, and closures that are returned. */
const usedUp = (syntax: Syntax): readonly Kept[] => {
  const outer = new Set(
    syntax
      .find(new Set(['var_spec']))
      .filter((node) => syntax.ancestor(node, FUNCTIONS) === null)
      .map((node) => rootName(syntax.text(node).slice(0, 80))),
  );
  const called = calledOn(syntax, outer, /^(\w+)\s*\.\s*[A-Za-z]\w*\s*\(/).filter(
    ({ what }) => !READS.test(/\.\s*(\w+)\s*\(/.exec(what)?.[1] ?? ''),
  );
  const closures = syntax.find(GO_CHANGES).flatMap((node) => {
    const around = syntax.ancestor(node, FUNCTIONS);
    if (around === null || syntax.kind(around) !== 'func_literal') return [];
    const name = rootName(syntax.text(node).slice(0, 80));
    const returned = syntax.ancestor(around, new Set(['return_statement', ...FUNCTIONS]));
    const isOwn = new RegExp(
      `\\b${name}\\b[^\\n]{0,80}:=|\\bvar\\s+${name}\\b|^func\\s*\\([^)]*\\b${name}\\b`,
    ).test(syntax.text(around).slice(0, LONGEST_FUNCTION));
    return returned !== null && syntax.kind(returned) === 'return_statement' && name !== '' && !isOwn
      ? [{ what: syntax.text(node).slice(0, 80), offset: syntax.start(node) }]
      : [];
  });
  return [...called, ...calledOn(syntax, outer, /^(?:delete|clear|copy)\(\s*(\w+)/), ...closures];
};

/** `&calls`: what is done with it is not followed. */
const addressed = (syntax: Syntax, outer: ReadonlySet<string>): readonly Kept[] =>
  syntax
    .find(ADDRESSES)
    .slice(0, MAX_LOOKED_AT)
    .flatMap((node) => {
      const name = /^(?:&|<-)\s*(\w+)$/.exec(syntax.text(node).slice(0, 80))?.[1];
      return name !== undefined && outer.has(name) && !isOwnName(syntax, node, name)
        ? [{ what: syntax.text(node).slice(0, 80), offset: syntax.start(node) }]
        : [];
    });

const counted = (syntax: Syntax, outer: ReadonlySet<string>): readonly Kept[] =>
  syntax
    .find(COUNTS)
    .slice(0, MAX_LOOKED_AT)
    .flatMap((node) => {
      const text = syntax.text(node).slice(0, 80);
      const name = rootName(text);
      return outer.has(name) && !isLocal(syntax, node, name)
        ? [{ what: text, offset: syntax.start(node) }]
        : [];
    });

/** What a function changes outside of all functions: its result then depends on the calls before. */
export const keptState = (syntax: Syntax): readonly Kept[] => {
  const outer = outerNames(syntax);
  return [
    ...counted(syntax, outer),
    ...assigned(syntax, outer),
    ...calledOn(syntax, outer, KEEPS),
    ...addressed(syntax, outer),
    ...ofPackage(syntax),
    ...usedUp(syntax),
    ...calledOn(syntax, outer, /^next\(\s*(\w+)\s*\)/),
  ];
};
