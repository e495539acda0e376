import { baseName } from '../../domain/source/path-parts.ts';
import { extensionOf, LANGUAGES } from '../../languages/languages.ts';
import { classifyHarnessPath } from './harness-paths.ts';
import type { PathChange } from './pin-harness.ts';

const CODE = new Set(LANGUAGES.flatMap(({ grammars }) => Object.keys(grammars)));
const FOLDERS =
  /(?:^|\/)(?:fixtures?|__fixtures__|test-?data|test_data|samples?|examples?|golden|goldens|stubs|mocks|__mocks__)\//i;
/** A shorter name occurs in too many texts by chance. */
const SHORTEST_NAME = 5;

type Texts = {
  /** Of the change's tests. */
  readonly tests: readonly string[];
  /** Of the rest of its code. */
  readonly source: readonly string[];
};

/** Data among the source that may serve a change's tests: added, not code, not part of the harness. */
export const mayBeFixture = (change: PathChange, isNew: boolean): boolean =>
  isNew &&
  change.blob !== null &&
  !CODE.has(extensionOf(change.path)) &&
  classifyHarnessPath(change.path) === null;

/** Whether such a file exists for the tests: they mention it, and the source does not. */
export const isFixture = ({ path }: PathChange, { tests, source }: Texts): boolean => {
  const name = baseName(path);
  if (source.some((text) => text.includes(name))) return false;
  if (FOLDERS.test(path)) return true;
  return name.length >= SHORTEST_NAME && tests.some((text) => text.includes(name));
};
