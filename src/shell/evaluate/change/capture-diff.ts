import { assembleDiffFacts } from '../../../core/analyse/diff/assemble-diff-facts.ts';
import { classifyPath } from '../../../core/analyse/paths/classify-path.ts';
import { parseRawDiff, type RawEntry } from '../../../core/analyse/diff/parse-raw-diff.ts';
import type { ChangedFile, DiffFacts } from '../../../core/domain/candidate/diff-facts.ts';
import { measured, missing, type Measured } from '../../../core/domain/measured.ts';
import type { GitRepository } from '../../ports/git-repository.ts';
import { InfrastructureError } from '../../errors/user-error.ts';
import { createDiffBudget, type DiffBudget } from './diff-budget.ts';
import { byGit, measureChange, type Analysers, type Effective } from './measure-change.ts';

export type DiffTools = Analysers & { readonly repository: Pick<GitRepository, 'rawDiff' | 'readBlobs'> };

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

const byPath = (a: RawEntry, b: RawEntry): number => (a.path < b.path ? -1 : Number(a.path > b.path));

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
): Promise<Effective> => {
  if (!hasLinesToCompare(entry)) return byGit(entry);
  const bytesOf = (id: string | null) => (id === null ? null : blobs.get(id));
  const [before, after] = [bytesOf(entry.oldBlob), bytesOf(entry.newBlob)];
  if (before === undefined || after === undefined) return byGit(entry, 'its content could not be read');
  return measureChange(tools, budget, entry, { before, after });
};

const describe = (
  { oldBlob: _oldBlob, newBlob: _newBlob, ...file }: RawEntry,
  effective: Effective,
): ChangedFile => ({ ...file, ...effective, role: classifyPath(file.path) });
