import { CAPABILITIES, type Capability } from '../../../languages/parts/capability.ts';
import { presentPart } from '../../../languages/parts/missing-part.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';
import type { FileChange, FlagRule } from '../flag-rule.ts';
import { actionsOf } from '../reading/actions-of.ts';
import { flagAt, isExample, isProgram } from '../reading/sightings.ts';

type Seen = { readonly capability: Capability; readonly what: string; readonly offset: number };

const MEMBERS = new Set(['member_expression', 'attribute', 'subscript_expression', 'subscript']);
const NAMES = Object.keys(CAPABILITIES) as Capability[];
const MAX_NAMES = 20_000;

const byNames = (version: FileVersion, { language }: FileChange): readonly Seen[] => {
  const [actions, patterns] = [actionsOf(language, version), presentPart(language?.program)?.capabilities];
  if (actions === null || patterns === undefined) return [];
  const { syntax, names, calls } = actions;
  const members = syntax
    .find(MEMBERS)
    .slice(0, MAX_NAMES)
    .map((node) => ({ name: names.nameOf(node) ?? '', node }));
  return NAMES.flatMap((capability) => {
    // Calls show the actions; only the environment is read through members.
    const among = capability === 'environment' ? [...members, ...calls] : calls;
    return among
      .filter(({ name }) => patterns[capability].test(name))
      .map(({ name, node }) => ({ capability, what: name, offset: syntax.start(node) }));
  });
};

const byLines = (version: FileVersion, { language }: FileChange): readonly Seen[] => {
  const patterns = language?.capabilityLines ?? {};
  return NAMES.flatMap((capability) => {
    const pattern = patterns[capability];
    if (pattern === undefined) return [];
    let offset = 0;
    return version.lines.flatMap((line): readonly Seen[] => {
      const start = version.text.indexOf(line, offset);
      offset = start + line.length;
      const found = pattern.exec(line.slice(0, 400));
      return found === null ? [] : [{ capability, what: found[0].trim(), offset: start + found.index }];
    });
  });
};

const known = new WeakMap<FileVersion, readonly Seen[]>();

const look = (version: FileVersion, file: FileChange): readonly Seen[] => {
  const seen = known.get(version) ?? [...byNames(version, file), ...byLines(version, file)];
  known.set(version, seen);
  return seen;
};

/** A folder counts as a package: a capability that a neighbouring file had before is not new there. */
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Capabilities that a file gains: not suspicious in themselves, but shown with their place before a merge. */
export const capabilities: FlagRule = {
  rule: 'capability',
  kinds: [
    {
      id: 'capability-added',
      title: 'The program gained a capability',
      meaning:
        'A file gained access to the environment, the network, processes, files, evaluation of text or native code that neither it nor its neighbours in the change had before. Reports and `hydra merge` show it separately from flags.',
      advice: 'Check that the task needs it. Set it to `warn` to list it among the flags.',
      standard: 'off',
    },
  ],
  find: (change) => {
    const programs = change.files.filter(
      (file) => (isProgram(file) || file.part === 'manifest') && !isExample(change, file),
    );
    const had = new Set(
      programs.flatMap((file) =>
        file.before
          ? look(file.before, file).map(
              ({ capability }) => `${folderOf(file.oldPath ?? file.path)}\0${capability}`,
            )
          : [],
      ),
    );
    return programs.flatMap((file) => {
      const { after } = file;
      if (after === null) return [];
      const first = new Map<Capability, Seen>();
      for (const seen of look(after, file))
        if (!first.has(seen.capability) && !had.has(`${folderOf(file.path)}\0${seen.capability}`))
          first.set(seen.capability, seen);
      return [...first.values()].map(({ capability, what, offset }) =>
        flagAt(
          'capability-added',
          { file: file.path, version: after, offset },
          {
            rule: capability,
            sentence: `The file ${CAPABILITIES[capability]} (${what.slice(0, 60)}), and did not before.`,
          },
        ),
      );
    });
  },
};
