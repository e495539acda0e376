import { changeExpectations } from '../../../core/analyse/control/change-expectations.ts';
import { mayRunTwice, nameControl } from '../../../core/analyse/control/name-control.ts';
import { classifyHarnessPath } from '../../../core/analyse/harness/harness-paths.ts';
import type { CheckPlan } from '../../../core/domain/source/repo-facts.ts';
import { languageOf } from '../../../core/languages/languages.ts';
import { presentPart } from '../../../core/languages/parts/missing-part.ts';
import type { Base } from '../../ports/git-repository.ts';
import type { TreeChange } from '../../ports/workspaces.ts';
import type { CaptureTools } from '../field/capture-tools.ts';

/** Copies of base tests whose expectations were changed. */
export type PreparedControl = {
  readonly changes: readonly TreeChange[];
  /** Part of their ids, and of no others. */
  readonly mark: string;
  readonly paths: readonly string[];
  readonly originals: readonly string[];
  /** Titles of tests that certainly reach a changed expectation. */
  readonly titles: readonly string[];
};

export type ControlTools = Pick<CaptureTools, 'repository' | 'syntaxReader' | 'digest' | 'secret'>;

const LONGEST = 100_000;
const MOST_LOOKED_AT = 16;
const MOST_COPIED = 2;
const STOPS_EARLY = /(?:^|\s)(?:--bail|-b|-x|--exitfirst|--maxfail|--fail-?fast|-f)(?:[=\s]|$)/;

/** A run that ends at its first failure cannot include a test that must fail. */
export const runsToTheEnd = ({ checks }: CheckPlan): boolean =>
  !checks.some(({ kind, command }) => kind === 'test' && STOPS_EARLY.test(command));

const nonceFor = async ({ secret, digest }: ControlTools, base: Base): Promise<string> =>
  `k${digest(`${await secret()}\0${base.tree}`).slice(0, 9)}`;

type Copy = {
  readonly original: string;
  readonly path: string;
  readonly mark: string;
  readonly text: string;
  readonly tests: readonly string[];
};

const copyOf = async (tools: ControlTools, base: Base, path: string): Promise<Copy | null> => {
  const source = await tools.repository.readText(base.tree, path);
  if (source === null || source.length > LONGEST) return null;
  const nodes = await tools.syntaxReader.read(path, source);
  if (nodes === null || 'gaveUp' in nodes) return null;
  const nonce = await nonceFor(tools, base);
  const changed = changeExpectations(path, source, nodes, nonce);
  return changed === null ? null : { original: path, ...changed, ...nameControl(path, nonce) };
};

const gather = async (
  tools: ControlTools,
  base: Base,
  copies: readonly Copy[],
): Promise<PreparedControl | null> => {
  const [first] = copies;
  if (first === undefined) return null;
  const alike = copies.filter(({ mark }) => mark === first.mark);
  const files = alike.map(({ path, text }) => ({ path, mode: '100644', text }));
  const { changes } = await tools.repository.composeTree(base.tree, files);
  return {
    changes,
    mark: first.mark,
    paths: alike.map(({ path }) => path),
    originals: alike.map(({ original }) => original),
    titles: alike.flatMap(({ tests }) => tests),
  };
};

/** A control made from these test files. */
export const controlFrom = async (
  tools: ControlTools,
  base: Base,
  paths: readonly string[],
): Promise<PreparedControl | null> => {
  const copies: Copy[] = [];
  for (const path of paths) {
    const copy = await copyOf(tools, base, path);
    if (copy !== null) copies.push(copy);
  }
  return gather(tools, base, copies);
};

const spread = <T>(all: readonly T[], most: number): readonly T[] =>
  all.length <= most
    ? all
    : Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)] as T);

/** A control made from the smallest test files that can run beside their copies. */
export const prepareControl = async (tools: ControlTools, base: Base): Promise<PreparedControl | null> => {
  const paths = (await tools.repository.listFiles(base.tree)).filter(
    (path) => presentPart(languageOf(path)?.expectations) !== null && classifyHarnessPath(path) === 'test',
  );
  const sources: { readonly path: string; readonly length: number }[] = [];
  for (const path of spread(paths, MOST_LOOKED_AT)) {
    const source = await tools.repository.readText(base.tree, path);
    if (source !== null && mayRunTwice(source)) sources.push({ path, length: source.length });
  }
  const copies: Copy[] = [];
  for (const { path } of sources.sort((a, b) => a.length - b.length)) {
    if (copies.length === MOST_COPIED) break;
    const copy = await copyOf(tools, base, path);
    if (copy !== null) copies.push(copy);
  }
  return gather(tools, base, copies);
};
