import { parseCommandLine, type Segment, type Word } from '../../../commands/command-line.ts';
import { baseName } from '../../../domain/source/path-parts.ts';

type Scripts = ReadonlyMap<string, string>;
type Reference = { readonly scripts: readonly string[]; readonly extra: readonly Word[] };
/** The whole expansion shares the budget: scripts that double each other end here, not in an hour. */
type Visit = {
  readonly scripts: Scripts;
  readonly open: readonly string[];
  readonly budget: { left: number };
};

const MANAGERS = new Set(['npm', 'pnpm', 'yarn', 'bun']);
const QUIET = new Set(['-s', '--silent', '--quiet', '-q']);
const ALIASES = new Map([
  ['t', 'test'],
  ['tst', 'test'],
]);
/** A script that changes the shell's state would change it for what follows, once inlined. */
const STATEFUL = new Set(
  'cd pushd popd export unset set alias umask source exit return shift trap ulimit'.split(' '),
);
const MAX_SEGMENTS = 200;

/** A script with its `pre` and `post`, and every `npm run x` in it replaced by what x says, as npm would run it. */
export const resolveScript = (name: string, scripts: Scripts): readonly Segment[] | null =>
  expandScript(name, [], { scripts, open: [], budget: { left: MAX_SEGMENTS } });

/** The same for a command that may name scripts: `npm run lint && npm test`. */
export const resolveCommand = (command: string, scripts: Scripts): readonly Segment[] | null =>
  expandText(command, [], { scripts, open: [], budget: { left: MAX_SEGMENTS } });

const expandScript = (name: string, extra: readonly Word[], visit: Visit): readonly Segment[] | null => {
  if (visit.open.includes(name) || !visit.scripts.has(name)) return null;
  const inner: Visit = { ...visit, open: [...visit.open, name] };
  const parts = [`pre${name}`, name, `post${name}`].filter(
    (part) => part === name || visit.scripts.has(part),
  );
  const expanded = parts.map((part) =>
    expandText(visit.scripts.get(part) ?? '', part === name ? extra : [], inner),
  );
  if (expanded.some((part) => part === null)) return null;
  const segments = expanded.flatMap((part) => part ?? []);
  const alone = visit.open.length === 0 && parts.length === 1;
  return alone || !segments.some(isStateful) ? segments : null;
};

/** Whether it changes the shell for later commands. */
export const isStateful = (words: Segment): boolean => STATEFUL.has(words[0]!.text);

const expandText = (text: string, extra: readonly Word[], visit: Visit): readonly Segment[] | null => {
  if (visit.budget.left <= 0) return null;
  const parsed = parseCommandLine(text);
  visit.budget.left -= parsed?.length ?? 1;
  if (parsed === null) return null;
  const own = [...parsed.slice(0, -1), [...parsed.at(-1)!, ...extra]];
  const moved = own.findIndex(isStateful);
  return own.flatMap((words, index) => {
    if (moved >= 0 && index >= moved) return [words];
    return expandSegment(words, visit) ?? [words];
  });
};

/** Null: not a reference to a script, or to one that must stay a separate process. */
const expandSegment = (words: Segment, visit: Visit): readonly Segment[] | null => {
  const at = words.findIndex(({ text }) => MANAGERS.has(text) || RUN_ALL.has(baseName(text)));
  const reference = at < 0 ? null : referenceIn(words.slice(at), visit.scripts);
  if (reference === null) return null;
  const parts = reference.scripts.map((script) => expandScript(script, reference.extra, visit));
  if (parts.some((part) => part === null)) return null;
  const segments = parts.flatMap((part) => part ?? []);
  if (at === 0) return segments;
  return carryPrefix(words.slice(0, at), segments);
};

const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/;
const CARRIERS = /^(c8|nyc|time|xvfb-run)$/;

/** `cross-env A=b npm run x` holds for x alone, so x must be a single command. */
const carryPrefix = (prefix: Segment, segments: readonly Segment[]): readonly Segment[] | null => {
  const [only] = segments;
  if (segments.length !== 1 || only === undefined) return null;
  const wrapper = prefix.find(({ text }) => !ASSIGNMENT.test(text) && !/^(cross-env|env)$/.test(text));
  if (wrapper === undefined) return [[...prefix, ...only]];
  return CARRIERS.test(wrapper.text) && !ASSIGNMENT.test(only[0]!.text) ? [[...prefix, ...only]] : null;
};

const RUN_ALL = new Set(['run-s', 'run-p', 'npm-run-all', 'npm-run-all2']);
/** Their order and labels change nothing; `--race` and what is left out here would. */
const RUN_ALL_FLAGS = new Set(
  '-s --silent -p --parallel -S --sequential -c --continue-on-error -l --print-label -n --print-name --aggregate-output'.split(
    ' ',
  ),
);
/** One after the other, a server would keep the rest from starting. */
const KEEPS_RUNNING = /^(?:start|serve|server|dev|watch|preview|mock)\b/;

const referenceIn = (words: Segment, scripts: Scripts): Reference | null => {
  if (RUN_ALL.has(baseName(words[0]!.text))) return runAllReference(words.slice(1), scripts);
  const manager = words[0]!.text;
  const rest = words.slice(1).filter((word, index) => index > 1 || !QUIET.has(word.text));
  const verb = rest[0]?.text ?? '';
  const runs = verb === 'run' || verb === 'run-script';
  if (manager === 'bun' && !runs) return null;
  const name = runs ? rest[1]?.text : (ALIASES.get(verb) ?? verb);
  if (manager === 'pnpm' && name?.startsWith('/') && rest.length === (runs ? 2 : 1))
    return matchingReference(name, scripts);
  if (name === undefined || !scripts.has(name) || (manager === 'npm' && !runs && name !== 'test'))
    return null;
  return withExtra(name, rest.slice(runs ? 2 : 1), manager);
};

/** npm keeps flags for itself unless they follow `--`; the others pass everything on. */
const withExtra = (name: string, rest: readonly Word[], manager: string): Reference | null => {
  const args = rest.filter(({ text }) => !QUIET.has(text));
  if (args.length === 0) return { scripts: [name], extra: [] };
  if (args[0]!.text === '--') return { scripts: [name], extra: args.slice(1) };
  return manager === 'npm' ? null : { scripts: [name], extra: args };
};

/** Scripts at the same time, of which none is a server that the others need. */
const together = (named: readonly string[]): Reference | null =>
  named.length === 0 || named.some((name) => KEEPS_RUNNING.test(name)) ? null : { scripts: named, extra: [] };

/** `pnpm run "/^test:/"`, with no more of a pattern than a beginning and an end. */
const matchingReference = (pattern: string, scripts: Scripts): Reference | null => {
  const [, start, text, end] = /^\/(\^?)([\w:.-]*?)(?:\.\*)?(\$?)\/$/.exec(pattern) ?? [];
  if (text === undefined || (end !== '' && !pattern.includes('.*'))) return null;
  return together(
    [...scripts.keys()].filter((key) => (start === '^' ? key.startsWith(text) : key.includes(text))),
  );
};

/** `run-s build test:*`: a star stands for any name without a colon, two for any name. */
const runAllReference = (words: readonly Word[], scripts: Scripts): Reference | null => {
  const patterns = words.map(({ text }) => text).filter((text) => !RUN_ALL_FLAGS.has(text));
  if (
    patterns.length === 0 ||
    patterns.some((text) => !/^[\w.:-]+(:\*\*?)?$/.test(text) || text.startsWith('-'))
  )
    return null;
  const named = patterns.flatMap((pattern) => {
    const [, stem, stars = ''] = /^(.*:)(\*\*?)$/.exec(pattern) ?? [];
    if (stem === undefined) return [pattern];
    return [...scripts.keys()].filter(
      (key) => key.startsWith(stem) && (stars === '**' || !key.slice(stem.length).includes(':')),
    );
  });
  return together(named);
};
