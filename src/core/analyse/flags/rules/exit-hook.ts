import type { FileChange, FlagRule } from '../flag-rule.ts';
import { isFollowed } from '../reading/actions-of.ts';
import { readActions, type Actions } from '../../../syntax/calls.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';
import { constantOf } from '../../../syntax/literals.ts';
import { isProgram, newSightings, type Sighting } from '../reading/sightings.ts';
import type { Node } from '../../../syntax/syntax-view.ts';

/** Ends the process past every handler: no failure can be reported after it. */
const FORCED =
  /^(?:os\._exit|process\.reallyExit|process\.abort|os\.abort|process\.binding|signal\.raise_signal|_exit)$/;
const KILLS_SELF = /^(?:process\.kill|os\.kill|os\.killpg)$/;
const PLAIN = /^(?:process\.exit|sys\.exit)$/;
/** Built-in functions in Python; elsewhere ordinary names. */
const BARE = /^(?:exit|quit)$/;
const AT_EXIT = /^(?:process\.(?:on|once|prependListener|addListener)|atexit\.register)$/;
const HOOKED = new Set(['"exit"', '"beforeExit"', '"uncaughtException"', '"unhandledRejection"']);

const COMMAND_PATH =
  /(?:^|\/)(?:bin|cli|cmd|commands?|scripts?|tools?|examples?|sandbox|docs?|bench(?:marks?)?|build|gulp|tasks?)\/|(?:^|[/._-])(?:cli|main|__main__|command|manage|server|serve|daemon)\.(?:[cm]?[jt]s|py)$/i;
const COMMAND_TEXT =
  /^#!|if\s+__name__\s*==\s*["']__main__["']|require\.main\s*===?\s*module|import\.meta\.(?:main|url\s*===)/m;

/** A command may end its process as it likes. */
const isCommand = (file: FileChange): boolean =>
  COMMAND_PATH.test(file.path) ||
  [file.before, file.after].some((side) => side !== null && COMMAND_TEXT.test(side.text)) ||
  (file.before !== null && sightingsOf(file.before).some(({ rule }) => rule === 'process-exit'));

const isBuiltIn = ({ syntax }: Actions, name: string): boolean =>
  syntax.kind(0) === 'module' &&
  !syntax.find(new Set(['function_definition'])).some((node) => {
    const named = syntax.field(node, 'name');
    return named !== null && syntax.text(named) === name;
  });

const mentionsPid = ({ syntax }: Actions, node: Node): boolean =>
  /\b(?:process\.p?pid|getp?pid\(\)|getpgrp\(\)|getpgid\()|kill\w*\(\s*(?:-1|0)\b/.test(
    syntax.text(node).slice(0, 200),
  );

const hookChangesResult = ({ syntax }: Actions, node: Node): boolean =>
  /\bexitCode\b|\b_?exit\s*\(|reallyExit|\bkill\s*\(|exitstatus|os\._exit/.test(
    syntax.text(node).slice(0, 4_000),
  );

const sightingsOf = (version: FileVersion): readonly Sighting[] => {
  const actions = readActions(version);
  if (!actions) return [];
  const { syntax, calls, assignments } = actions;
  const at = (rule: string, node: Node, sentence: string): Sighting => ({
    rule,
    key: `${rule} ${syntax.text(node).slice(0, 60).replaceAll(/\s+/g, '')}`,
    offset: syntax.start(node),
    sentence,
  });
  const called = calls.flatMap(({ name, node, args }): readonly Sighting[] => {
    if (FORCED.test(name) || (KILLS_SELF.test(name) && mentionsPid(actions, node)))
      return [at('forced-exit', node, `${name} ends the process before anybody can report.`)];
    if (
      AT_EXIT.test(name) &&
      (name.startsWith('atexit') ||
        HOOKED.has(args[0] === undefined ? '' : (constantOf(syntax, args[0]) ?? ''))) &&
      hookChangesResult(actions, node)
    )
      return [at('exit-handler', node, 'A handler changes how the process ends.')];
    return PLAIN.test(name) || (BARE.test(name) && isBuiltIn(actions, name))
      ? [at('process-exit', node, `${name} ends the process from within the library.`)]
      : [];
  });
  const assigned = assignments
    .filter(({ target }) =>
      /^process\.(?:exitCode|exit|reallyExit|_exiting)$|^(?:sys\.exit|os\._exit|sys\.excepthook)$/.test(
        target,
      ),
    )
    .map(({ target, node }) =>
      at(
        target === 'process.exitCode' ? 'process-exit' : 'exit-replaced',
        node,
        `${target} is set from within the library.`,
      ),
    );
  const raised = syntax
    .find(new Set(['raise_statement']))
    .filter((node) => /^raise\s+SystemExit\b/.test(syntax.text(node).slice(0, 60)))
    .map((node) => at('process-exit', node, 'SystemExit is raised from within the library.'));
  return [...called, ...assigned, ...raised];
};

const look = (version: FileVersion, file: FileChange): readonly Sighting[] => {
  if (!isFollowed(file.language)) return [];
  const command = isCommand(file);
  return sightingsOf(version).filter(
    ({ rule }) =>
      !command || rule === 'exit-replaced' || (rule === 'forced-exit' && !/bin\/|scripts?\//.test(file.path)),
  );
};

/** Library code that ends the process, or decides how it ends, decides what a test run reports. */
export const exitHook: FlagRule = {
  rule: 'exit-hook',
  find: ({ files }) => newSightings('exit-hook', files.filter(isProgram), look),
};
