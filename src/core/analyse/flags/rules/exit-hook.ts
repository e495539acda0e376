import type { FileChange, FlagRule } from '../flag-rule.ts';
import { presentPart } from '../../../languages/parts/missing-part.ts';
import type { ProgramReading } from '../../../languages/parts/program-reading.ts';
import type { Actions } from '../../../syntax/calls.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';
import { constantOf } from '../../../syntax/literals.ts';
import { isProgram, newSightings, type Sighting } from '../reading/sightings.ts';
import type { Node } from '../../../syntax/syntax-view.ts';

const COMMAND_PATH =
  /(?:^|\/)(?:bin|cli|cmd|commands?|scripts?|tools?|examples?|sandbox|docs?|bench(?:marks?)?|build|gulp|tasks?)\/|(?:^|[/._-])(?:cli|main|__main__|command|manage|server|serve|daemon)\.[cm]?\w{2}$/i;

/** A command may end its process as it likes. */
const isCommand = (program: ProgramReading, file: FileChange): boolean =>
  COMMAND_PATH.test(file.path) ||
  [file.before, file.after].some(
    (side) => side !== null && (side.text.startsWith('#!') || program.exits.startedItself.test(side.text)),
  ) ||
  (file.before !== null && sightingsOf(program, file.before).some(({ rule }) => rule === 'process-exit'));

const isBuiltIn = ({ syntax }: Actions, name: string): boolean =>
  !syntax.find(new Set(['function_definition'])).some((node) => {
    const named = syntax.field(node, 'name');
    return named !== null && syntax.text(named) === name;
  });

const sightingsOf = ({ read, exits }: ProgramReading, version: FileVersion): readonly Sighting[] => {
  const actions = read(version);
  if (!actions) return [];
  const within = (node: Node, pattern: RegExp, length: number): boolean =>
    pattern.test(actions.syntax.text(node).slice(0, length));
  const { syntax, calls, assignments } = actions;
  const at = (rule: string, node: Node, sentence: string): Sighting => ({
    rule,
    key: `${rule} ${syntax.text(node).slice(0, 60).replaceAll(/\s+/g, '')}`,
    offset: syntax.start(node),
    sentence,
  });
  const called = calls.flatMap(({ name, node, args }): readonly Sighting[] => {
    if (exits.forced.test(name) || (exits.kills.test(name) && within(node, exits.ownProcess, 200)))
      return [at('forced-exit', node, `${name} ends the process before results are reported.`)];
    if (
      exits.registers.test(name) &&
      exits.events?.has(args[0] === undefined ? '' : (constantOf(syntax, args[0]) ?? '')) !== false &&
      within(node, exits.decides, 4_000)
    )
      return [at('exit-handler', node, 'A handler changes how the process ends.')];
    return exits.plain.test(name) || (exits.builtIn?.test(name) && isBuiltIn(actions, name))
      ? [at('process-exit', node, `${name} ends the process from within the library.`)]
      : [];
  });
  const assigned = assignments
    .filter(({ target }) => exits.replaced.test(target))
    .map(({ target, node }) =>
      at(
        target === exits.code ? 'process-exit' : 'exit-replaced',
        node,
        `${target} is set from within the library.`,
      ),
    );
  const raised = syntax
    .find(new Set(['raise_statement']))
    .filter((node) => /^raise\s+(\w+)/.exec(syntax.text(node).slice(0, 60))?.[1] === exits.exception)
    .map((node) => at('process-exit', node, `${exits.exception} is raised from within the library.`));
  return [...called, ...assigned, ...raised];
};

const look = (version: FileVersion, file: FileChange): readonly Sighting[] => {
  const program = presentPart(file.language?.program);
  if (program === null) return [];
  const command = isCommand(program, file);
  return sightingsOf(program, version).filter(
    ({ rule }) =>
      !command || rule === 'exit-replaced' || (rule === 'forced-exit' && !/bin\/|scripts?\//.test(file.path)),
  );
};

/** Library code that ends the process, or decides how it ends, decides what a test run reports. */
export const exitHook: FlagRule = {
  rule: 'exit-hook',
  find: ({ files }) => newSightings('exit-hook', files.filter(isProgram), look),
};
