import { LANGUAGES } from '../../../languages/languages.ts';
import { anyOf } from '../../../text/any-of.ts';
import type { FileChange, FlagRule } from '../flag-rule.ts';
import type { Actions } from '../../../syntax/calls.ts';
import { presentPart } from '../../../languages/parts/missing-part.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';
import { constantText, stringValue } from '../../../syntax/literals.ts';
import { isProgram, newSightings, type Sighting } from '../reading/sightings.ts';

/** Variables that test runners and this engine set for the processes they start. */
const RUNNER_VARIABLE = anyOf([
  ...LANGUAGES.flatMap(({ runnerVariables }) => runnerVariables),
  /^HYDRA_\w+$/,
]);

const RUNNER = LANGUAGES.flatMap(({ program }) => presentPart(program)?.detection.modules ?? []).join('|');
const RUNNER_MODULE = new RegExp(`^(?:${RUNNER})(?:[./].*)?$`);
/** A name or path that only tests have. */
const TESTISH = new RegExp(
  `(?:^|[^a-z])(?:tests?|specs?|__tests__|conftest|${RUNNER})(?:[^a-z]|$)|--test\\b`,
  'i',
);

/** A command may have a flag or name `test`; the name of a runner or a test file is a different matter. */
const RUNNER_ARGUMENT = new RegExp(
  `\\b(?:${RUNNER})\\b|^--test$|\\.(?:test|spec)\\b|\\btest_|[/\\\\]tests?\\b`,
  'i',
);

const FUNCTIONS = new Set([
  'function_declaration',
  'function_expression',
  'arrow_function',
  'method_definition',
  'function_definition',
  'program',
  'module',
]);
const JOINED = new Set(['binary_expression', 'binary_operator', 'concatenated_string']);
const MAX_JOINED = 2_000;
const LONGEST_JOINED = 200;
const LOOSE_STRINGS = new Set(['string', 'regex', 'template_string']);

const seen = (rule: string, offset: number, key: string, sentence: string): Sighting => ({
  rule,
  offset,
  key: `${rule} ${key}`,
  sentence,
});

const environment = (version: FileVersion, { syntax, names }: Actions): readonly Sighting[] => {
  const sentence = (name: string) => `The program asks for ${name}, which only a test run sets.`;
  const strings = version.strings.flatMap(({ start, end }) => {
    const value = stringValue(version.text.slice(start, Math.min(end, start + 60)));
    return RUNNER_VARIABLE.test(value) ? [seen('runner-variable', start, value, sentence(value))] : [];
  });
  const members = syntax.find(new Set(['member_expression'])).flatMap((node) => {
    const property = syntax.field(node, 'property');
    const name = property === null ? '' : syntax.text(property);
    return RUNNER_VARIABLE.test(name) && /(?:^|\.)env\.\w+$/.test(names.nameOf(node) ?? '')
      ? [seen('runner-variable', syntax.start(node), name, sentence(name))]
      : [];
  });
  // `'NODE_' + 'TEST_CONTEXT'`
  const joined = syntax
    .find(JOINED)
    .slice(0, MAX_JOINED)
    .flatMap((node) => {
      const value =
        syntax.end(node) - syntax.start(node) > LONGEST_JOINED ? null : constantText(syntax, node);
      return value !== null && RUNNER_VARIABLE.test(value)
        ? [seen('runner-variable', syntax.start(node), value, sentence(value))]
        : [];
    });
  return [...strings, ...members, ...joined];
};

/** Whether the function around an offset also names tests or runners in a string or pattern. */
const namesTestsNear = (
  version: FileVersion,
  { syntax }: Actions,
  offset: number,
  wanted: RegExp,
): boolean => {
  const functions = syntax
    .find(FUNCTIONS)
    .filter((node) => syntax.start(node) <= offset && offset < syntax.end(node));
  const nearest = functions.at(-1) ?? 0;
  const whole = syntax.kind(nearest) === 'program' || syntax.kind(nearest) === 'module';
  const [from, to] = whole ? [offset - 300, offset + 300] : [syntax.start(nearest), syntax.end(nearest)];
  return syntax
    .find(LOOSE_STRINGS)
    .some(
      (node) =>
        syntax.start(node) >= from &&
        syntax.end(node) <= to &&
        wanted.test(stringValue(syntax.text(node).slice(0, 120))),
    );
};

const MAX_LOOKED_AT = 40;

const matchesOf = ({ code }: FileVersion, pattern: RegExp | undefined): readonly RegExpExecArray[] =>
  pattern === undefined ? [] : [...code.matchAll(pattern)];

const nearTests = (
  version: FileVersion,
  actions: Actions,
  pattern: RegExp | undefined,
  { rule, sentence, wanted = TESTISH }: { rule: string; sentence: string; wanted?: RegExp },
): readonly Sighting[] =>
  matchesOf(version, pattern)
    .slice(0, MAX_LOOKED_AT)
    .filter((match) => namesTestsNear(version, actions, match.index, wanted))
    .map((match) => seen(rule, match.index, match[0].replaceAll(/\s/g, ''), sentence));

/** Testing utilities may well know a runner. */
const HELPS_TESTING = /test|spec|mock|fixture|plugin|runner|harness|assert/i;

const imports = ({ syntax }: Actions, ofTests: RegExp): readonly Sighting[] =>
  syntax.find(new Set(['import_statement', 'import_from_statement'])).flatMap((node): readonly Sighting[] => {
    const source = syntax.field(node, 'source');
    const [, plain] = /^(?:from|import)\s+(\w+)/.exec(syntax.text(node).slice(0, 80)) ?? [];
    const name = source === null ? plain : stringValue(syntax.text(source));
    if (name === undefined || !ofTests.test(name)) return [];
    return [
      seen('runner-imported', syntax.start(node), name, `The program imports ${name}, which runs tests.`),
    ];
  });

const look = (version: FileVersion, file: FileChange): readonly Sighting[] => {
  const program = presentPart(file.language?.program);
  const actions = program?.read(version) ?? null;
  if (program === null || actions === null) return [];
  const { detection } = program;
  const stackSentence = 'The program reads its call stack and looks for tests in it.';
  const stackCalls = actions.calls
    .filter(
      ({ name, node }) =>
        program.calls.readsStack.test(name) &&
        namesTestsNear(version, actions, actions.syntax.start(node), TESTISH),
    )
    .slice(0, MAX_LOOKED_AT)
    .map(({ name, node }) => seen('stack-inspected', actions.syntax.start(node), name, stackSentence));
  return [
    ...(HELPS_TESTING.test(file.path) ? [] : imports(actions, detection.imports)),
    ...environment(version, actions),
    ...matchesOf(version, detection.globals).map((match) =>
      seen(
        'runner-global',
        match.index,
        match[0].replaceAll(/\s+/g, ' '),
        `The program asks whether a test runner is present (${match[0].trim()}).`,
      ),
    ),
    ...stackCalls,
    ...nearTests(version, actions, detection.stack, { rule: 'stack-inspected', sentence: stackSentence }),
    ...nearTests(version, actions, detection.programArguments, {
      rule: 'runner-arguments',
      sentence: 'The program looks for a test runner among its arguments.',
      wanted: RUNNER_ARGUMENT,
    }),
    ...nearTests(version, actions, detection.programName, {
      rule: 'runner-arguments',
      sentence: 'The program looks for tests in the name it was started with.',
    }),
    ...nearTests(version, actions, detection.mainModule, {
      rule: 'runner-arguments',
      sentence: 'The program asks whether a test started it.',
    }),
    ...nearTests(version, actions, detection.loadedModules, {
      rule: 'runner-module',
      sentence: 'The program asks whether a test runner is loaded.',
      wanted: RUNNER_MODULE,
    }),
  ];
};

/** Source that finds out whether it is being tested has no honest use for the answer. */
export const runnerDetected: FlagRule = {
  rule: 'runner-detected',
  find: ({ files }) => newSightings('runner-detected', files.filter(isProgram), look),
};
