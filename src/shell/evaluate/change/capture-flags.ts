import { classifyPath } from '../../../core/analyse/paths/classify-path.ts';
import { findFlags, needsBaseTests } from '../../../core/analyse/flags/find-flags.ts';
import type { Change, FileChange } from '../../../core/analyse/flags/flag-rule.ts';
import { successorTests } from '../../../core/analyse/flags/reading/successor-tests.ts';
import type { Fault, FaultTools } from '../../../core/languages/parts/fault-rules.ts';
import { presentPart } from '../../../core/languages/parts/missing-part.ts';
import { languageOf } from '../../../core/languages/languages.ts';
import { classifyHarnessPath } from '../../../core/analyse/harness/harness-paths.ts';
import { parseRawDiff, type RawEntry } from '../../../core/analyse/diff/parse-raw-diff.ts';
import type { ChangedFile, DiffFacts } from '../../../core/domain/candidate/diff-facts.ts';
import type { StatedPair } from '../../../core/domain/evidence/matrix.ts';
import type { Flag } from '../../../core/domain/flags/flag.ts';
import { compareText } from '../../../core/math/compare-text.ts';
import type { SyntaxReader } from '../../ports/code-analysis.ts';
import type { GitRepository } from '../../ports/git-repository.ts';
import { InfrastructureError } from '../../errors/user-error.ts';
import { readBaseTests } from './read-base-tests.ts';
import { openVersionReader, type ReadVersion, type VersionReader } from './read-version.ts';

export type FlagTools = {
  readonly repository: Pick<GitRepository, 'rawDiff' | 'readBlobs' | 'changes'>;
  readonly syntaxReader: SyntaxReader;
  readonly bundledAnalysers: () => Promise<FaultTools>;
};

export type FlagRequest = {
  readonly baseTree: string;
  readonly tree: string;
  /** Null if the diff could not be measured: every file then counts as having an effect. */
  readonly diff: DiffFacts | null;
  readonly baseFiles: readonly string[];
};

/** Few enough that the bytes of a large diff are never in memory all at once. */
const FILES_AT_ONCE = 32;

export type ChangeSightings = {
  readonly flags: readonly Flag[];
  /** What became of tests of the base. */
  readonly successors: readonly StatedPair[];
};

/** Everything suspicious in a change, whatever its severity, and how it renames tests; read from blobs alone. */
export const captureFlags = async (tools: FlagTools, request: FlagRequest): Promise<ChangeSightings> => {
  const { raw, numstat } = await tools.repository.rawDiff(request.baseTree, request.tree);
  const parsed = parseRawDiff(raw, numstat);
  if (!parsed.ok)
    throw new InfrastructureError(
      'diff-unreadable',
      `The change cannot be searched for flags: ${parsed.reason}.`,
      'Run `hydra doctor`.',
    );
  const change: Change = {
    files: await withFaults(tools, await readFiles(tools, parsed.entries, request.diff)),
    baseFiles: new Set(request.baseFiles),
    effect: request.diff?.effect ?? true,
    baseTests: [],
  };
  const complete = needsBaseTests(change)
    ? { ...change, baseTests: await readBaseTests(tools.repository, request.baseTree) }
    : change;
  return { flags: findFlags(complete), successors: successorTests(complete) };
};

const readFiles = async (
  { repository, syntaxReader }: FlagTools,
  entries: readonly RawEntry[],
  diff: DiffFacts | null,
): Promise<readonly FileChange[]> => {
  const facts = new Map(diff?.files.map((file) => [file.path, file]));
  const reader = openVersionReader(syntaxReader);
  // Reading is bounded, so the order must not depend on how git lists files.
  const sorted = entries.toSorted((a, b) => compareText(a.path, b.path));
  const files: FileChange[] = [];
  for (let at = 0; at < sorted.length; at += FILES_AT_ONCE) {
    const group = sorted.slice(at, at + FILES_AT_ONCE);
    const blobs = await repository.readBlobs([...new Set(group.flatMap(idsOf))]);
    for (const entry of group) files.push(await readFile(reader, entry, blobs, facts.get(entry.path)));
  }
  return files;
};

/** Beyond this a change is generated or vendored code. */
const MOST_CHECKED = 200;

const faultsIn = async (
  { bundledAnalysers }: FlagTools,
  { language, role, before, after }: FileChange,
): Promise<readonly Fault[]> => {
  const find = presentPart(language?.faults);
  return find === null || role !== 'source' || after === null
    ? []
    : find({ before: before?.text ?? null, after: after.text }, await bundledAnalysers());
};

const withFaults = async (tools: FlagTools, files: readonly FileChange[]): Promise<readonly FileChange[]> => {
  const found: FileChange[] = [];
  for (const [at, file] of files.entries()) {
    const faults = at < MOST_CHECKED ? await faultsIn(tools, file) : [];
    found.push(faults.length === 0 ? file : { ...file, faults });
  }
  return found;
};

const isReadable = ({ kind }: RawEntry): boolean => kind === 'text' || kind === 'symlink';

const idsOf = (entry: RawEntry): readonly string[] =>
  isReadable(entry) ? [entry.oldBlob, entry.newBlob].filter((id) => id !== null) : [];

const readFile = async (
  reader: VersionReader,
  entry: RawEntry,
  blobs: ReadonlyMap<string, Uint8Array>,
  facts: ChangedFile | undefined,
): Promise<FileChange> => {
  const { oldBlob, newBlob, ...file } = entry;
  const side = async (id: string | null, path: string): Promise<ReadVersion> =>
    id === null || !isReadable(entry) ? { version: null } : reader.read(path, blobs.get(id));
  const before = await side(oldBlob, file.oldPath ?? file.path);
  const after = await side(newBlob, file.path);
  const unread = after.unread ?? before.unread;
  return {
    ...(facts ?? {
      effectiveAdded: file.added,
      effectiveRemoved: file.removed,
      normalisedBy: 'git',
      effect: true,
    }),
    ...file,
    role: classifyPath(file.path),
    part: classifyHarnessPath(file.path),
    language: file.kind === 'symlink' ? null : languageOf(file.path),
    before: before.version,
    after: after.version,
    ...(unread === undefined ? {} : { unread }),
  };
};
