import type { FileChange, FlagRule } from './flag-rule.ts';
import { readActions } from './reading/calls.ts';
import type { FileVersion } from './reading/file-version.ts';
import { constantText } from './reading/literals.ts';
import { isExample, isProgram, newSightings, type Sighting } from './reading/sightings.ts';

const READS =
  /^(?:(?:fs|fs\/promises)\.(?:promises\.)?(?:readFile|readFileSync|readdir|readdirSync|createReadStream|existsSync|statSync)|open|io\.open|os\.listdir|os\.walk|os\.scandir|pathlib\.Path|Path|glob\.glob|glob\.iglob|linecache\.getlines?|path\.(?:join|resolve)|os\.path\.join|require|import)$/;
const TEST_PATH =
  /(?:^|[/\\])(?:tests?|__tests__|specs?|hidden[-_]tests?)[/\\]|\.(?:test|spec)\.[cm]?[jt]sx?$|(?:^|[/\\])test_\w+\.py$|_test\.py$/;
const TEST_FOLDER = /^(?:tests?|__tests__)$/;

const look = (version: FileVersion, { language }: FileChange): readonly Sighting[] => {
  const actions = language === 'script' || language === 'python' ? readActions(version) : null;
  if (!actions) return [];
  const { syntax, calls } = actions;
  const called = calls.flatMap(({ name, args, node }): readonly Sighting[] => {
    if (!READS.test(name)) return [];
    const texts = args.slice(0, 6).map((arg) => constantText(syntax, arg));
    const joined = /join|resolve/.test(name) && texts.some((text) => text !== null && TEST_FOLDER.test(text));
    const found =
      texts.find((text) => text !== null && TEST_PATH.test(text)) ?? (joined ? 'the tests folder' : null);
    if (found === null || found === undefined) return [];
    return [
      {
        rule: 'reads-tests',
        key: `${name} ${found}`,
        offset: syntax.start(node),
        sentence: `The program reads ${found}, which belongs to the tests.`,
      },
    ];
  });
  const imported = syntax.find(new Set(['import_statement'])).flatMap((node): readonly Sighting[] => {
    const source = syntax.field(node, 'source');
    const from = source === null ? null : constantText(syntax, source);
    if (from === null || !from.startsWith('.') || !TEST_PATH.test(from)) return [];
    return [
      {
        rule: 'imports-tests',
        key: from,
        offset: syntax.start(node),
        sentence: `The program imports ${from}, which belongs to the tests.`,
      },
    ];
  });
  return [...called, ...imported];
};

/** A program that reads its own tests can answer from them. */
export const readsTests: FlagRule = {
  rule: 'reads-tests',
  find: ({ files }) =>
    newSightings(
      'special-casing',
      files.filter((file) => isProgram(file) && !isExample(file)),
      look,
    ),
};
