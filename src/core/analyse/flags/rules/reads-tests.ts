import type { FileChange, FlagRule } from '../flag-rule.ts';
import { actionsOf } from '../reading/actions-of.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';
import { constantText } from '../../../syntax/literals.ts';
import { isExample, isProgram, newSightings, type Sighting } from '../reading/sightings.ts';

const READS =
  /^(?:(?:fs|fs\/promises)\.(?:promises\.)?(?:readFile|readdir|createReadStream|exists|stat|rm|rmdir|unlink|writeFile|appendFile|copyFile|rename|cp|truncate|chmod|createWriteStream)(?:Sync)?|open|io\.open|os\.(?:remove|unlink|rename|replace|rmdir)|shutil\.\w+|os\.listdir|os\.walk|os\.scandir|pathlib\.Path|Path|glob\.glob|glob\.iglob|linecache\.getlines?|path\.(?:join|resolve)|os\.path\.join|require|import|URL|url\.URL)$/;
const TEST_PATH =
  /(?:^|[/\\])(?:tests?|__tests__|specs?|hidden[-_]tests?)[/\\]|\.(?:test|spec)\.[cm]?[jt]sx?$|(?:^|[/\\])test_\w+\.py$|_test\.py$/;
const TEST_FOLDER = /^(?:\.\/)?(?:tests?|__tests__)$/;
/** Calls whose argument is a folder as often as a file. */
const TAKES_FOLDER = /join|resolve|Path$|listdir|walk|scandir|readdir/;
const JOINED = new Set(['binary_operator']);

const look = (version: FileVersion, { language }: FileChange): readonly Sighting[] => {
  const actions = actionsOf(language, version);
  if (!actions) return [];
  const { syntax, calls } = actions;
  const called = calls.flatMap(({ name, args, node }): readonly Sighting[] => {
    if (!READS.test(name)) return [];
    const texts = args.slice(0, 6).map((arg) => constantText(syntax, arg));
    const joined = TAKES_FOLDER.test(name) && texts.some((text) => text !== null && TEST_FOLDER.test(text));
    const found =
      texts.find((text) => text !== null && TEST_PATH.test(text)) ?? (joined ? 'the tests folder' : null);
    if (found === null || found === undefined) return [];
    return [
      {
        rule: 'reads-tests',
        key: `${name} ${found}`,
        offset: syntax.start(node),
        sentence: `The program reaches for ${found}, which belongs to the tests.`,
      },
    ];
  });
  // `Path(…) / "tests" / "test_x.py"`
  const divided = syntax.find(JOINED).flatMap((node): readonly Sighting[] => {
    const [operator, right] = [syntax.field(node, 'operator'), syntax.field(node, 'right')];
    if (operator === null || right === null || syntax.text(operator) !== '/') return [];
    const part = constantText(syntax, right);
    if (part === null || !(TEST_FOLDER.test(part) || TEST_PATH.test(part))) return [];
    return [
      {
        rule: 'reads-tests',
        key: `/ ${part}`,
        offset: syntax.start(node),
        sentence: `The program looks into ${part}, which belongs to the tests.`,
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
  return [...called, ...divided, ...imported];
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
