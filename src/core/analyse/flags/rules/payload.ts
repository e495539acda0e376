import { presentPart } from '../../../languages/parts/missing-part.ts';
import type { PayloadNames } from '../../../languages/parts/program-reading.ts';
import type { Actions, Call } from '../../../syntax/calls.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';
import { constantOf, constantText } from '../../../syntax/literals.ts';
import type { Node } from '../../../syntax/syntax-view.ts';
import type { FileChange, FlagRule } from '../flag-rule.ts';
import { actionsOf } from '../reading/actions-of.ts';
import { isExample, isProgram, newSightings, type Sighting } from '../reading/sightings.ts';

const MEMBERS = new Set(['member_expression', 'attribute']);
const LOOPS = new Set(['while_statement', 'for_statement', 'do_statement']);
const WAYS_OUT = new Set([
  'break_statement',
  'return_statement',
  'throw_statement',
  'raise_statement',
  'yield_expression',
  'yield',
  'await_expression',
  'await',
]);

/** Shell lines: signals to all processes, removal of outside files, the environment, scripts from the network. */
const SHELL_LINE =
  /\b(?:pkill|killall)\b|\bkill\s+(?:-\w+\s+)?-1\b|\brm\s+-\w*[rf]\w*\s+(?:--\s+)?(?:\/|~|\.\.|\$HOME)|\b(?:env|printenv|set)\s*(?:>|\|\s*(?:curl|nc|wget|tee))|\b(?:curl|wget)\b[^|;&]{0,300}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|\bcrontab\s|\bmkfs\b|\bfallocate\b|\bdd\s+if=\/dev\/(?:zero|u?random)|:\(\)\s*\{/;
/** The part of it that tests and examples have no use for either. */
const NEVER =
  /\bkill\s+(?:-\w+\s+)?-1\b|\brm\s+-\w*[rf]\w*\s+(?:--\s+)?(?:\/(?!tmp\b|var\/tmp\b)|~|\$HOME)|\b(?:env|printenv|set)\s*\|\s*(?:curl|nc|wget)|\b(?:curl|wget)\b[^|;&]{0,300}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|\bcrontab\s|\bmkfs\b|:\(\)\s*\{/;
/** Read at every login, or by every tool; nothing else writes there by itself. */
const LOGIN_FILE =
  /(?:^|[/~])\.(?:bashrc|bash_profile|zshrc|profile|ssh(?:\/|$)|gitconfig|npmrc|pypirc|netrc|aws\/|config\/autostart)|authorized_keys|\/(?:etc|usr|bin|sbin|lib|boot|root)\//;
const SCRATCH = /^\/(?:tmp|var\/tmp|dev\/(?:null|std\w+|tty|shm|fd)|proc\/self)\b/;

const sight = (rule: string, actions: Actions, node: Node, sentence: string): Sighting => ({
  rule,
  key: `${rule} ${actions.syntax.text(node).replaceAll(/\s+/g, ' ').slice(0, 120)}`,
  offset: actions.syntax.start(node),
  sentence,
});

const kills = (actions: Actions, { kills: pattern, foreignProcess }: PayloadNames): readonly Sighting[] =>
  actions.calls.flatMap((call) => {
    const [pid, signal] = call.args;
    if (!pattern.test(call.name) || pid === undefined) return [];
    const { syntax } = actions;
    // Signal 0 only asks whether a process exists.
    if (signal !== undefined && constantOf(syntax, signal) === '0') return [];
    const foreign = constantOf(syntax, pid) !== null || foreignProcess.test(syntax.text(pid).slice(0, 200));
    return foreign
      ? [sight('kills', actions, call.node, 'The program signals processes that it did not start.')]
      : [];
  });

const shellLines = (actions: Actions, { shells }: PayloadNames, pattern: RegExp): readonly Sighting[] =>
  actions.calls
    .filter(({ name }) => shells.test(name))
    .flatMap(({ node, args }) => {
      const { syntax } = actions;
      const line = args
        .slice(0, 2)
        .flatMap(
          (arg) => constantText(syntax, arg) ?? constantOf(syntax, arg) ?? syntax.text(arg).slice(0, 400),
        )
        .join(' ')
        .replaceAll(/[[\]"',]+/g, ' ');
      return pattern.test(line)
        ? [sight('shell-line', actions, node, `A shell would run “${line.trim().slice(0, 60)}”.`)]
        : [];
    });

const CLIMB = 4;
/** `env: process.env` and `env=os.environ` are ordinary ways to start a program. */
const isOption = (actions: Actions, node: Node): boolean => {
  const { syntax } = actions;
  const parent = syntax.parent(node);
  if (parent < 0) return false;
  const kind = syntax.kind(parent);
  return (
    kind === 'pair' || kind === 'keyword_argument' || kind === 'spread_element' || kind === 'dictionary_splat'
  );
};

/** The environment as a whole, turned into text, written or sent. */
const environmentDumps = (
  actions: Actions,
  { environment, givesAway }: PayloadNames,
): readonly Sighting[] => {
  const { syntax, names } = actions;
  const byNode = new Map(actions.calls.map((call) => [call.node, call]));
  return syntax.find(MEMBERS).flatMap((node): readonly Sighting[] => {
    const parent = syntax.parent(node);
    const isWhole =
      parent < 0 || (syntax.field(parent, 'object') !== node && syntax.field(parent, 'value') !== node);
    if (!isWhole || isOption(actions, node) || !environment.test(names.nameOf(node) ?? '')) return [];
    let at = parent;
    for (let step = 0; step < CLIMB && at >= 0; step++, at = syntax.parent(at)) {
      const call: Call | undefined = byNode.get(at);
      if (call === undefined) continue;
      if (givesAway.test(call.name))
        return [
          sight('environment-dumped', actions, call.node, 'The program gives away its whole environment.'),
        ];
      step = 0;
      if (isOption(actions, at)) return [];
    }
    return [];
  });
};

/** A path as far as it is constant: `own` if it starts at the folder of the file. */
const pathOf = (
  actions: Actions,
  node: Node,
  { joins, ownFolder }: PayloadNames,
): { readonly path: string; readonly own: boolean } | null => {
  const { syntax } = actions;
  const text = constantText(syntax, node);
  if (text !== null) return { path: text, own: false };
  const call = actions.calls.find((one) => one.node === node);
  if (call === undefined || !joins.test(call.name)) return null;
  const parts = call.args.map((arg) => constantText(syntax, arg));
  const own = call.args.some((arg) => ownFolder.test(syntax.text(arg).slice(0, 200)));
  const constants = parts.filter((part) => part !== null);
  const [first] = parts;
  if (constants.length === 0 || (!own && first === null)) return null;
  return { path: constants.join('/').replaceAll(/\/{2,}/g, '/'), own };
};

const leavesProject = (path: string, own: boolean, file: string): boolean => {
  if (path.startsWith('/')) return !own && !SCRATCH.test(path);
  if (path.startsWith('~')) return LOGIN_FILE.test(path);
  let depth = own ? file.split('/').length - 1 : 0;
  for (const part of path.split('/')) {
    if (part === '..') depth -= 1;
    else if (part !== '' && part !== '.') depth += 1;
    if (depth < 0) return true;
  }
  return false;
};

const WRITE_MODE = /[wax+]/;

const writesOutside = (actions: Actions, names: PayloadNames, file: string): readonly Sighting[] =>
  actions.calls.flatMap(({ name, node, args }) => {
    const [target, mode] = args;
    if (target === undefined) return [];
    const written =
      names.writes.test(name) ||
      (names.opens.test(name) &&
        mode !== undefined &&
        WRITE_MODE.test(constantText(actions.syntax, mode) ?? ''));
    const place = written ? pathOf(actions, target, names) : null;
    if (place === null || !(leavesProject(place.path, place.own, file) || LOGIN_FILE.test(place.path)))
      return [];
    return [
      sight(
        'writes-outside',
        actions,
        node,
        `The program writes to “${place.path.slice(0, 60)}”, outside the project.`,
      ),
    ];
  });

const FOREVER = /^(?:while\s*\(?\s*(?:true|True|1)\s*\)?|for\s*\(\s*;\s*;)/;
const PUTS =
  /(?:^|\.)(?:write|writeSync|appendFile|appendFileSync|writeFile|writeFileSync|write_text|write_bytes|writelines)$/;

/** A loop without an end that writes. */
const fillsDisk = (actions: Actions): readonly Sighting[] => {
  const { syntax, calls } = actions;
  return syntax.find(LOOPS).flatMap((loop) => {
    if (!FOREVER.test(syntax.text(loop).slice(0, 40)) || syntax.find(WAYS_OUT, loop).length > 0) return [];
    const writes = calls.some(
      ({ node, name }) => node > loop && node < syntax.after(loop) && PUTS.test(name),
    );
    return writes ? [sight('fills-disk', actions, loop, 'An endless loop keeps writing.')] : [];
  });
};

const look = (version: FileVersion, { language, path }: FileChange): readonly Sighting[] => {
  const [actions, names] = [actionsOf(language, version), presentPart(language?.program)?.payload];
  if (actions === null || names === undefined) return [];
  return [
    ...kills(actions, names),
    ...shellLines(actions, names, SHELL_LINE),
    ...environmentDumps(actions, names),
    ...writesOutside(actions, names, path),
    ...fillsDisk(actions),
  ];
};

/** Tests and examples run on the user's machine too, but may start programs and make up paths. */
const lookBeside = (version: FileVersion, { language }: FileChange): readonly Sighting[] => {
  const [actions, names] = [actionsOf(language, version), presentPart(language?.program)?.payload];
  if (actions === null || names === undefined) return [];
  return shellLines(actions, names, NEVER);
};

/** Actions that no fix needs, however right the rest of the change is. */
export const payload: FlagRule = {
  rule: 'payload',
  kinds: [
    {
      id: 'payload',
      title: 'The program does something no fix needs',
      meaning:
        'It signals processes that it did not start, gives away its whole environment, writes outside the project or to login files, fills the disk, or passes such a command to a shell.',
      advice: 'Do not merge unless that is the task.',
      standard: 'block',
    },
  ],
  find: (change) => {
    const isOfProgram = (file: FileChange): boolean =>
      (isProgram(file) || file.part === 'manifest') && !isExample(change, file);
    return [
      ...newSightings('payload', change.files.filter(isOfProgram), look),
      ...newSightings(
        'payload',
        change.files.filter((file) => !isOfProgram(file)),
        lookBeside,
      ),
    ];
  },
};
