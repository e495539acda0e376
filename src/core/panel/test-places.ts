import { classifyHarnessPath } from '../analyse/harness/harness-paths.ts';

const MOST_PLACES = 3;
/** `hours`, `.test` and `.js`; `HoursTest.java` is read by the other pattern. */
const PARTS = /^(.+?)([-_.](?:tests?|specs?))?((?:\.[a-z]\w{0,10}){1,2})$/i;
const CAMEL = /^(.+?)((?:Tests?|Specs?|IT)\.\w{1,10})$/;

/** Names next to a test that a runner takes for a test as well. */
const namesBeside = (name: string): readonly string[] => {
  const camel = CAMEL.exec(name);
  if (camel !== null) return [`${camel[1]}Panel${camel[2]}`];
  const [, stem, suffix = '', extension] = PARTS.exec(name) ?? [];
  if (stem === undefined || extension === undefined) return [];
  const separator = suffix === '' ? (stem.includes('-') ? '-' : '_') : suffix.slice(0, 1);
  return [`${stem}${separator}panel${suffix}${extension}`, `test_panel${extension}`];
};

export type TestPlace = {
  /** The new file. */
  readonly path: string;
  /** The test of the base that it is next to. */
  readonly beside: string;
};

/**
 * Where new tests may be written: files that neither the base nor a candidate has, next to tests of the base and named
 * like them. A model chooses among these and cannot name another.
 */
export const testPlaces = (
  neighbours: readonly string[],
  taken: ReadonlySet<string>,
): readonly TestPlace[] => {
  const places = new Map<string, TestPlace>();
  for (const beside of neighbours) {
    const at = beside.lastIndexOf('/') + 1;
    const path = namesBeside(beside.slice(at))
      .map((name) => `${beside.slice(0, at)}${name}`)
      .find((each) => classifyHarnessPath(each) === 'test');
    if (path !== undefined && !taken.has(path) && !places.has(path)) places.set(path, { path, beside });
  }
  return [...places.values()].slice(0, MOST_PLACES);
};
