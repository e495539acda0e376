import type { FileChange, FlagRule } from '../flag-rule.ts';
import type { Actions } from '../../../syntax/calls.ts';
import { presentPart } from '../../../languages/parts/missing-part.ts';
import { actionsOf } from '../reading/actions-of.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';
import { constantText, stringValue } from '../../../syntax/literals.ts';
import { isProgram, newSightings, type Sighting } from '../reading/sightings.ts';

const RUNS_TEXT =
  /^(?:eval|Function|(?:vm|module)\.(?:runIn(?:This|New)?Context|Script|compileFunction|_compile)|vm\.Script|(?:builtins\.|__builtins__\.)?(?:exec|eval|compile)|execfile|runpy\.run_\w+|code\.interact|types\.FunctionType|marshal\.loads)$/;
const DECODES =
  /^(?:atob|Buffer\.from|Buffer|base64\.\w+|codecs\.decode|binascii\.\w+|zlib\.\w+|lzma\.\w+|bz2\.\w+|bytes\.fromhex|bytearray\.fromhex|String\.fromCharCode|String\.fromCodePoint|decodeURIComponent|unescape|marshal\.loads|pickle\.loads)$/;
const ENCODED =
  /^(?:[A-Za-z0-9+/_-]{60,}={0,2}|(?:[0-9a-fA-F]{2}){30,}|(?:\\x[0-9a-fA-F]{2}){20,}.*|(?:%[0-9a-fA-F]{2}){20,}.*)$/;
/** Words are no code: encoded bytes mix cases and digits, or are escapes throughout. */
const isMixed = (value: string): boolean =>
  [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(value)) || /^[0-9a-f]+$|\\x|%/.test(value);

const runsText = (language: FileChange['language'], { syntax, calls }: Actions) =>
  calls.filter(({ name, node, args }) => {
    if (
      !RUNS_TEXT.test(name) ||
      presentPart(language?.program)?.runsNoText?.test(name) ||
      (name === 'Function' && syntax.kind(node) !== 'new_expression' && args.length === 0)
    )
      return false;
    // `compile(pattern)` of a library of their own has one argument; the built-in has three.
    return !(name === 'compile' && args.length < 3);
  });

const holdsEncoded = (version: FileVersion): boolean =>
  version.strings.some(({ start, end }) => {
    const value = stringValue(version.text.slice(start, Math.min(end, start + 4_000))).trim();
    return value.length >= 60 && ENCODED.test(value) && isMixed(value);
  });

const look = (version: FileVersion, { language }: FileChange): readonly Sighting[] => {
  const actions = actionsOf(language, version);
  if (!actions) return [];
  const { syntax, calls } = actions;
  return runsText(language, actions).map(({ name, node, args }) => {
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
  const actions = actionsOf(language, version);
  if (!actions) return [];
  const runs = runsText(language, actions);
  const decodes = actions.calls.some(({ name }) => DECODES.test(name));
  const numbers = actions.calls.some(
    ({ name, args }) => /fromCharCode|fromCodePoint/.test(name) && args.length > 8,
  );
  if (runs.length === 0 || !decodes || !(numbers || holdsEncoded(version))) return [];
  const [{ node, name }] = runs as [(typeof runs)[number]];
  return [
    {
      rule: 'encoded-payload',
      key: 'encoded-payload',
      offset: actions.syntax.start(node),
      sentence: `${name} runs code that stands encoded in the file.`,
    },
  ];
};

/** Text run as code: rarely honest, and never readable for the rules here. */
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
