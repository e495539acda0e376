import type { Change, FileChange, FlagRule } from '../flag-rule.ts';
import { presentPart } from '../../../languages/parts/missing-part.ts';
import type { HarnessNames, ProgramReading } from '../../../languages/parts/program-reading.ts';
import type { Actions } from '../../../syntax/calls.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';
import { constantOf, constantText } from '../../../syntax/literals.ts';
import { isExample, isProgram, newSightings, type Sighting } from '../reading/sightings.ts';
import type { Node } from '../../../syntax/syntax-view.ts';

type At = (rule: string, node: Node, sentence: string) => Sighting;

/** `Array.prototype.at ??= …` or `if (!Array.prototype.at)` fills a gap instead of replacing. */
const fillsGap = ({ syntax }: Actions, node: Node, target: string): boolean => {
  if (/^[^=]*(?:\?\?=|\|\|=)|^([\w.]+)\s*=\s*\1\s*(?:\|\||\?\?)/.test(syntax.text(node).slice(0, 200)))
    return true;
  const guard = syntax.ancestor(node, new Set(['if_statement', 'binary_expression']));
  const asked = guard === null ? '' : syntax.text(guard).slice(0, 120);
  return (
    /!|typeof|===?|\bin\b|hasOwn/.test(asked) && asked.includes(target.slice(target.lastIndexOf('.') + 1))
  );
};

const assigned = (
  { harness, calls: { setsMember } }: ProgramReading,
  actions: Actions,
  at: At,
): readonly Sighting[] => {
  const { syntax, names, calls, assignments } = actions;
  const { targets, globals } = harness;
  // A local variable with the name of a runner's global is ordinary; only a write to the global object counts.
  const bad = (target: string, node: Node): boolean =>
    targets.test(target) &&
    !fillsGap(actions, node, target) &&
    (!globals?.names.test(target) || globals.holder.test(syntax.text(node).slice(0, 60)));
  const sentence = (target: string) => `${target} is replaced, which tests and runners rely on.`;
  const direct = assignments
    .filter(({ target, node }) => bad(target, node))
    .map(({ target, node }) => at('replaced', node, sentence(target)));
  const defined = calls.flatMap(({ name, args, node }): readonly Sighting[] => {
    if (!setsMember.test(name) || args[0] === undefined) return [];
    const object = names.nameOf(args[0]) ?? '';
    const member = args[1] === undefined ? null : constantText(syntax, args[1]);
    const target = member === null ? `${object}.x` : `${object}.${member}`;
    return object !== '' &&
      (bad(target, node) || (globals?.names.test(member ?? '') && globals.holder.test(syntax.text(args[0]))))
      ? [at('replaced', node, sentence(target))]
      : [];
  });
  return [...direct, ...computedWrites(harness, actions, at), ...defined];
};

/** `assert[name] = …`, for any name. */
const computedWrites = (
  { assertions }: HarnessNames,
  { syntax, names }: Actions,
  at: At,
): readonly Sighting[] =>
  syntax.find(new Set(['assignment_expression', 'assignment'])).flatMap((node): readonly Sighting[] => {
    const left = syntax.field(node, 'left');
    if (left === null || !syntax.kind(left).startsWith('subscript')) return [];
    const object = syntax.field(left, 'object') ?? syntax.field(left, 'value');
    const name = object === null ? null : names.nameOf(object);
    return name !== null && assertions.test(name) && names.nameOf(left) === null
      ? [at('replaced', node, `Members of ${name} are replaced, which tests rely on.`)]
      : [];
  });

const HANDED_ON = new Set([
  'arguments',
  'argument_list',
  'array',
  'spread_element',
  'return_statement',
  'pair',
]);
const IDENTIFIERS = new Set(['identifier']);
const MAX_IDENTIFIERS = 20_000;

/** The assertion library itself, passed to other code, which can then change it for every test. */
const handedOn = (
  version: FileVersion,
  { assertions, modules }: HarnessNames,
  { syntax, names }: Actions,
  at: At,
): readonly Sighting[] => {
  if (modules === undefined || !modules.test(version.text)) return [];
  return syntax
    .find(IDENTIFIERS)
    .slice(0, MAX_IDENTIFIERS)
    .filter(
      (node) => HANDED_ON.has(syntax.kind(syntax.parent(node))) && assertions.test(names.nameOf(node) ?? ''),
    )
    .map((node) => at('replaced', node, 'The assertion library is passed on as a value.'));
};

const reached = ({ reachesHarness }: ProgramReading, actions: Actions, at: At): readonly Sighting[] =>
  actions.calls.flatMap((call): readonly Sighting[] => {
    const found = reachesHarness(call, actions);
    return found === null ? [] : [at(found.rule, call.node, found.sentence)];
  });

const RETURNS = new Set(['return_statement']);
const AGREEABLE = new Set(['function_definition', 'method_definition', 'pair']);
const MAX_LOOKED_AT = 200;

const answersOf = ({ syntax }: Actions, body: Node): readonly (Node | undefined)[] =>
  syntax.kind(body).endsWith('block')
    ? syntax
        .find(RETURNS, body)
        .map((found) => syntax.children(found).find((child) => syntax.kind(child) !== 'return'))
    : [body];

/** `def __eq__(self, other): return True` agrees with whatever a test expects. */
const agreesAlways = ({ compares, differs }: HarnessNames, actions: Actions, at: At): readonly Sighting[] => {
  const { syntax } = actions;
  const named = syntax.find(AGREEABLE).flatMap((node) => {
    const [name, value] = [
      syntax.field(node, 'name') ?? syntax.field(node, 'key'),
      syntax.field(node, 'value') ?? node,
    ];
    const body = syntax.field(value, 'body');
    return name !== null && body !== null && compares.test(syntax.text(name).slice(0, 40))
      ? [{ node, name: syntax.text(name), body }]
      : [];
  });
  return named.slice(0, MAX_LOOKED_AT).flatMap(({ node, name, body }): readonly Sighting[] => {
    const answers = answersOf(actions, body);
    const agrees = name === differs ? 'false' : 'true';
    const always =
      answers.length > 0 &&
      answers.every((answer) => answer !== undefined && constantOf(syntax, answer) === agrees);
    return always
      ? [at('always-equal', node, `${name} is equal to everything, whatever a test expects.`)]
      : [];
  });
};

const look = (version: FileVersion, { language, part }: FileChange): readonly Sighting[] => {
  const program = presentPart(language?.program);
  const actions = program?.read(version) ?? null;
  if (program === null || actions === null) return [];
  const { syntax } = actions;
  const at: At = (rule, node, sentence) => ({
    rule,
    offset: syntax.start(node),
    sentence,
    key: `${rule} ${sentence}`,
  });
  const found = [
    ...assigned(program, actions, at),
    ...reached(program, actions, at),
    ...handedOn(version, program.harness, actions, at),
    ...agreesAlways(program.harness, actions, at),
  ];
  return part === null
    ? found
    : found.filter(({ rule, sentence }) => rule === 'replaced' && !program.harness.stubbed.test(sentence));
};

const RUNS_WITH_TESTS = new Set(['runner-config', 'fixture', 'script']);

/** Tests may stub anything and restore it; source, configuration and support files may not. */
const runsBesideTests = (change: Change, file: FileChange): boolean =>
  isProgram(file) ? !isExample(change, file) : file.part !== null && RUNS_WITH_TESTS.has(file.part);

export const harnessPatched: FlagRule = {
  rule: 'harness-patched',
  find: (change) =>
    newSightings(
      'harness-patched',
      change.files.filter((file) => runsBesideTests(change, file)),
      look,
    ),
};
