import type { Node, Syntax } from '../../../../syntax/syntax-view.ts';
import type { Kept } from './name-uses.ts';

const FUNCTIONS = new Set(['function_declaration', 'method_declaration', 'func_literal']);
const VARIABLES = new Set(['var_spec']);
const CALLS = new Set(['call_expression']);
const MOST = 500;
const LONGEST = 10_000;
const SHOWN = 80;

/** What a copy of still refers to the same: a slice, a map, a pointer, a channel. */
const SHARED = /^[\w\s,]{1,200}?(?:\s(?:\[\]|map\[|\*|chan\b)|=\s*(?:\[\]|map\[|&|(?:make|new|append)\s*\())/;

/** Functions of Go and its standard library that leave their arguments as they are. */
const READS =
  /^(?:len|cap|min|max|print|println|string|panic|any|(?:strings|bytes|fmt|errors|utf8|unicode|math|strconv|regexp|reflect|path|filepath|maps|iter)\.\w+|slices\.(?:All|Backward|BinarySearch\w*|Clone|Compare\w*|Concat|Contains\w*|Equal\w*|Index\w*|IsSorted\w*|Max\w*|Min\w*|Sorted\w*|Values)|sort\.(?:Search\w*|\w+AreSorted|IsSorted|SliceIsSorted))$/;
const CHANGED_BY_MAPS = /^maps\.(?:Copy|DeleteFunc|Insert)$/;

type Function = { readonly parameters: readonly string[]; readonly body: string };

const parametersOf = (syntax: Syntax, node: Node): readonly string[] => {
  const list = syntax.field(node, 'parameters');
  if (list === null) return [];
  return syntax.children(list).flatMap((one) =>
    syntax
      .children(one)
      .filter((child) => syntax.fieldOf(child) === 'name')
      .map((child) => syntax.text(child)),
  );
};

const functionsOf = (syntax: Syntax): ReadonlyMap<string, Function> =>
  new Map(
    syntax
      .find(new Set(['function_declaration']))
      .slice(0, MOST)
      .flatMap((node) => {
        const [name, body] = [syntax.field(node, 'name'), syntax.field(node, 'body')];
        return name === null || body === null
          ? []
          : [
              [
                syntax.text(name),
                { parameters: parametersOf(syntax, node), body: syntax.text(body).slice(0, LONGEST) },
              ] as const,
            ];
      }),
  );

/** It is assigned into, sent to, changed by a built-in function, a method of it is called, or it is handed on. */
const changes = (body: string, name: string): boolean =>
  new RegExp(
    String.raw`(?<![\w.])\*?${name}\s*(?:\[[^\]\n]{0,80}\]|\.\w+)*\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)|(?<![\w.])\(?\*?${name}\)?(?:\[[^\]\n]{0,80}\]|\.\w+)*\s*(?:\+\+|--|<-)|<-\s*${name}\b|\b(?:copy|delete|clear|append)\s*\(\s*${name}\b|(?<![\w.])${name}\.\w+\s*\(`,
  ).test(body) ||
  [...body.matchAll(new RegExp(String.raw`([\w.]+)\s*\((?:[^()\n]{0,80},\s*)?${name}\s*[,)]`, 'g'))].some(
    ([, callee = '']) => !isReading(callee) && callee !== 'range',
  );

const isReading = (callee: string): boolean => READS.test(callee) && !CHANGED_BY_MAPS.test(callee);

const isRedeclared = (syntax: Syntax, call: Node, name: string): boolean => {
  const around = syntax.ancestor(call, FUNCTIONS);
  if (around === null) return true;
  const text = syntax.text(around).slice(0, LONGEST);
  return new RegExp(
    String.raw`\b${name}\b[\w\s,]{0,80}:=|\bvar\s+${name}\b|^func[^{]{0,500}[(,]\s*${name}[\s,]`,
  ).test(text);
};

/** `bump(seen)` in Go: a variable of the package whose content the function that it is handed to may change. */
export const handedState = (syntax: Syntax): readonly Kept[] => {
  const shared = new Set(
    syntax
      .find(VARIABLES)
      .slice(0, MOST)
      .filter((node) => syntax.ancestor(node, FUNCTIONS) === null)
      .map((node) => syntax.text(node).slice(0, 300))
      .filter((text) => SHARED.test(text))
      .map((text) => /^\w+/.exec(text)?.[0] ?? ''),
  );
  if (shared.size === 0) return [];
  const functions = functionsOf(syntax);
  return syntax
    .find(CALLS)
    .slice(0, MOST)
    .flatMap((call) => {
      const [callee, list] = [syntax.field(call, 'function'), syntax.field(call, 'arguments')];
      if (callee === null || list === null) return [];
      const name = syntax.text(callee).slice(0, SHOWN);
      const own = functions.get(name);
      const isChanged = syntax.children(list).some((argument, at) => {
        const given = syntax.text(argument).slice(0, SHOWN);
        if (!shared.has(given) || isRedeclared(syntax, call, given)) return false;
        if (own === undefined) return !isReading(name);
        const parameter = own.parameters[Math.min(at, own.parameters.length - 1)];
        return parameter === undefined || changes(own.body, parameter);
      });
      return isChanged ? [{ what: syntax.text(call).slice(0, SHOWN), offset: syntax.start(call) }] : [];
    });
};
