import type { FileChange, FlagRule } from '../flag-rule.ts';
import type { Actions } from '../../../syntax/calls.ts';
import { presentPart } from '../../../languages/parts/missing-part.ts';
import type { ProgramReading } from '../../../languages/parts/program-reading.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';
import { constantText, stringValue } from '../../../syntax/literals.ts';
import { isProgram, newSightings, type Sighting } from '../reading/sightings.ts';

const ENCODED =
  /^(?:[A-Za-z0-9+/_-]{60,}={0,2}|(?:[0-9a-fA-F]{2}){30,}|(?:\\x[0-9a-fA-F]{2}){20,}.*|(?:%[0-9a-fA-F]{2}){20,}.*)$/;
/** Words are not encoded code: encoded bytes mix cases and digits, or consist of escapes. */
const isMixed = (value: string): boolean =>
  [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(value)) || /^[0-9a-f]+$|\\x|%/.test(value);

const runsText = ({ runsText: runs }: ProgramReading, actions: Actions) =>
  actions.calls.filter((call) => runs(call, actions));

const holdsEncoded = (version: FileVersion): boolean =>
  version.strings.some(({ start, end }) => {
    const value = stringValue(version.text.slice(start, Math.min(end, start + 4_000))).trim();
    return value.length >= 60 && ENCODED.test(value) && isMixed(value);
  });

const look = (version: FileVersion, { language }: FileChange): readonly Sighting[] => {
  const program = presentPart(language?.program);
  const actions = program?.read(version) ?? null;
  if (program === null || actions === null) return [];
  const { syntax, calls } = actions;
  return runsText(program, actions).map(({ name, node, args }) => {
    const plain = args[0] === undefined ? null : constantText(syntax, args[0]);
    const what = plain === null ? 'text made at run time' : 'a text';
    return {
      rule: 'runs-text',
      key: `runs-text ${name}`,
      offset: syntax.start(node),
      sentence: `${name} runs ${what} as code (${calls.length} calls in the file).`.replace(/ \(.*\)/, ''),
    };
  });
};

const lookForPayload = (version: FileVersion, { language }: FileChange): readonly Sighting[] => {
  const program = presentPart(language?.program);
  const actions = program?.read(version) ?? null;
  if (program === null || actions === null) return [];
  const runs = runsText(program, actions);
  const decodes = actions.calls.some(({ name }) => program.calls.decodes.test(name));
  const numbers = actions.calls.some(({ name, args }) => program.calls.spells?.test(name) && args.length > 8);
  if (runs.length === 0 || !decodes || !(numbers || holdsEncoded(version))) return [];
  const [{ node, name }] = runs as [(typeof runs)[number]];
  return [
    {
      rule: 'encoded-payload',
      key: 'encoded-payload',
      offset: actions.syntax.start(node),
      sentence: `${name} runs code that is encoded in the file.`,
    },
  ];
};

/** Text run as code: rarely honest, and unreadable for these rules. */
export const dynamicCode: FlagRule = {
  rule: 'runs-text',
  find: ({ files }) => newSightings('dynamic-code', files.filter(isProgram), look),
};

export const encodedPayload: FlagRule = {
  rule: 'encoded-payload',
  find: ({ files }) =>
    newSightings(
      'encoded-payload',
      files.filter((file) => isProgram(file) || file.part === 'fixture' || file.part === 'runner-config'),
      lookForPayload,
    ),
};
