import type { FileChange, FlagRule } from '../flag-rule.ts';
import { presentPart } from '../../../languages/parts/missing-part.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';
import { constantText } from '../../../syntax/literals.ts';
import { isExample, isProgram, newSightings, type Sighting } from '../reading/sightings.ts';

const TEST_PATH = /(?:^|[/\\])(?:tests?|__tests__|specs?|hidden[-_]tests?)[/\\]/;
const TEST_FOLDER = /^(?:\.\/)?(?:tests?|__tests__)$/;
const JOINED = new Set(['binary_operator']);

const look = (version: FileVersion, { language }: FileChange): readonly Sighting[] => {
  const program = presentPart(language?.program);
  const actions = program?.read(version) ?? null;
  if (program === null || actions === null) return [];
  const { syntax, calls } = actions;
  const { takesPath, takesFolder } = program.calls;
  const isTestPath = (path: string): boolean => TEST_PATH.test(path) || program.detection.testFile.test(path);
  const called = calls.flatMap(({ name, args, node }): readonly Sighting[] => {
    if (!takesPath.test(name)) return [];
    const texts = args.slice(0, 6).map((arg) => constantText(syntax, arg));
    const joined = takesFolder.test(name) && texts.some((text) => text !== null && TEST_FOLDER.test(text));
    const found =
      texts.find((text) => text !== null && isTestPath(text)) ?? (joined ? 'the tests folder' : null);
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
    if (part === null || !(TEST_FOLDER.test(part) || isTestPath(part))) return [];
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
    if (from === null || !from.startsWith('.') || !isTestPath(from)) return [];
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
  find: (change) =>
    newSightings(
      'special-casing',
      change.files.filter((file) => isProgram(file) && !isExample(change, file)),
      look,
    ),
};
