import { assembleDiffFacts } from '../../../core/analyse/diff/assemble-diff-facts.ts';
import { classifyPath } from '../../../core/analyse/paths/classify-path.ts';
import {
  divideSource,
  mayHoldTestsInside,
  withoutTests,
} from '../../../core/analyse/harness/tests-inside.ts';
import { decodeText } from '../../../core/text/decode-text.ts';
import { parseRawDiff, type RawEntry } from '../../../core/analyse/diff/parse-raw-diff.ts';
import type { ChangedFile, DiffFacts } from '../../../core/domain/candidate/diff-facts.ts';
import { measured, missing, type Measured } from '../../../core/domain/measured.ts';
import { compareText } from '../../../core/math/compare-text.ts';
import type { SyntaxReader } from '../../ports/code-analysis.ts';
import type { GitRepository } from '../../ports/git-repository.ts';
import { InfrastructureError } from '../../errors/user-error.ts';
import { createDiffBudget, type DiffBudget } from './diff-budget.ts';
import { byGit, measureChange, type Analysers, type ByteSides, type Effective } from './measure-change.ts';

export type DiffTools = Analysers & {
  readonly repository: Pick<GitRepository, 'rawDiff' | 'readBlobs'>;
  readonly syntaxReader: SyntaxReader;
};

/** Few enough that a large diff is never in memory all at once. */
const FILES_AT_ONCE = 16;

/** What changed between two trees, from blobs alone. */
export const captureDiff = async (
  tools: DiffTools,
  fromTree: string,
  toTree: string,
): Promise<Measured<DiffFacts>> => {
  try {
    const { raw, numstat } = await tools.repository.rawDiff(fromTree, toTree);
    const parsed = parseRawDiff(raw, numstat);
    if (!parsed.ok) return missing('infrastructure', parsed.reason);
    return measured(assembleDiffFacts(await measureEntries(tools, parsed.entries)));
  } catch (error) {
    if (error instanceof InfrastructureError) return missing('infrastructure', error.message);
    throw error;
  }
};

const byPath = (a: RawEntry, b: RawEntry): number => compareText(a.path, b.path);

const measureEntries = async (tools: DiffTools, unordered: readonly RawEntry[]): Promise<ChangedFile[]> => {
  // The budget is spent in this order, which must not depend on how git lists files.
  const entries = unordered.toSorted(byPath);
  const budget = createDiffBudget();
  const files: ChangedFile[] = [];
  for (let at = 0; at < entries.length; at += FILES_AT_ONCE) {
    const group = entries.slice(at, at + FILES_AT_ONCE);
    const blobs = await readSides(tools, group);
    for (const entry of group) files.push(describe(entry, await measureEntry(tools, budget, entry, blobs)));
  }
  return files;
};

/** Links, submodules and binaries have no lines; a file that only moved has no changed ones. */
const hasLinesToCompare = (entry: RawEntry): boolean =>
  entry.kind === 'text' && entry.oldBlob !== entry.newBlob;

const readSides = async (
  tools: DiffTools,
  entries: readonly RawEntry[],
): Promise<ReadonlyMap<string, Uint8Array>> => {
  const ids = entries
    .filter(hasLinesToCompare)
    .flatMap((entry) => [entry.oldBlob, entry.newBlob])
    .filter((id) => id !== null);
  return ids.length === 0 ? new Map() : tools.repository.readBlobs([...new Set(ids)]);
};

const measureEntry = async (
  tools: DiffTools,
  budget: DiffBudget,
  entry: RawEntry,
  blobs: ReadonlyMap<string, Uint8Array>,
): Promise<Effective & Pick<ChangedFile, 'inside'>> => {
  if (!hasLinesToCompare(entry)) return byGit(entry);
  const bytesOf = (id: string | null) => (id === null ? null : blobs.get(id));
  const [before, after] = [bytesOf(entry.oldBlob), bytesOf(entry.newBlob)];
  if (before === undefined || after === undefined) return byGit(entry, 'its content could not be read');
  const effective = await measureChange(tools, budget, entry, { before, after });
  if (!mayHoldTestsInside(entry.path)) return effective;
  const code = await codeOf(tools, entry.path, { before, after });
  if (code === null) return effective;
  const rest = await measureChange(tools, budget, entry, code);
  const inside = {
    added: Math.max(0, effective.effectiveAdded - rest.effectiveAdded),
    removed: Math.max(0, effective.effectiveRemoved - rest.effectiveRemoved),
  };
  return inside.added + inside.removed === 0 ? effective : { ...effective, inside };
};

const LONGEST_DIVIDED = 1_000_000;

/** Both sides without the tests inside them; null: neither has any that can be separated from the code. */
const codeOf = async (
  { syntaxReader }: DiffTools,
  path: string,
  { before, after }: ByteSides,
): Promise<ByteSides | null> => {
  const strip = async (bytes: Uint8Array | null): Promise<Uint8Array | null> => {
    if (bytes === null || bytes.length > LONGEST_DIVIDED) return null;
    const { text } = decodeText(bytes);
    const nodes = await syntaxReader.read(path, text);
    const code = withoutTests(divideSource(path, text, nodes === null || 'gaveUp' in nodes ? null : nodes));
    return code === null ? null : new TextEncoder().encode(code);
  };
  const [old, now] = [await strip(before), await strip(after)];
  return old === null && now === null ? null : { before: old ?? before, after: now ?? after };
};

const describe = (
  { oldBlob: _oldBlob, newBlob: _newBlob, ...file }: RawEntry,
  effective: Effective & Pick<ChangedFile, 'inside'>,
): ChangedFile => ({ ...file, ...effective, role: classifyPath(file.path) });
