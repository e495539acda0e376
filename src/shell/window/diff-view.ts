import { BASELINE } from '../../core/domain/evidence/baseline.ts';
import type { DiffFacts } from '../../core/domain/candidate/diff-facts.ts';
import type {
  DiffFileView,
  DiffNote,
  DiffPart,
  DiffView,
  FileView,
} from '../../core/domain/window/diff-view.ts';
import { diffNotes } from '../../core/view/diff-notes.ts';
import { type PatchPart, patchParts } from '../../core/view/patch-parts.ts';
import { maskLines } from '../../core/view/screen-text.ts';
import { UserError } from '../errors/user-error.ts';
import type { StoredRun } from '../ports/run-store.ts';
import { treeOf } from '../stored/read-stored.ts';
import { findStored } from './find-run.ts';
import type { WindowTools } from './window-tools.ts';

export const BASE = 'base';
/** Of one file's part of a patch, and of a file. */
const MOST_CHARS = 4_000_000;
const NO_NOTES: readonly DiffNote[] = [];

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Between candidates there are no effective counts: formatting was only compared with the base. */
const fileView = (
  part: PatchPart,
  index: number,
  facts: DiffFacts | null,
  notes: readonly DiffNote[],
): DiffFileView => {
  const { path, oldPath, change, kind, added, removed, lines, text } = part;
  const fact = facts?.files.find((file) => file.path === path);
  return {
    index,
    path,
    oldPath: oldPath ?? fact?.oldPath ?? null,
    change,
    kind,
    added,
    removed,
    effectiveAdded: fact?.effectiveAdded ?? null,
    effectiveRemoved: fact?.effectiveRemoved ?? null,
    role: fact?.role ?? null,
    lines,
    cut: text.length > MOST_CHARS,
    notes: [...notes],
  };
};

const signOf = (line: string): string => (/^[-+ ]/.test(line) ? line.slice(0, 1) : '');

/** Cut at the end of a line, so that the result is still a patch. */
const cutText = (text: string): string =>
  text.length <= MOST_CHARS ? text : text.slice(0, text.lastIndexOf('\n', MOST_CHARS) + 1);

const partView = (parts: readonly PatchPart[], index: number): DiffPart => {
  const part = parts[index];
  if (part === undefined)
    throw new UserError('no-file', `The change has no file ${index}`, `It has ${parts.length} files.`);
  const { path, text } = part;
  const masked = maskLines(cutText(text).split('\n'), signOf).join('\n');
  return { index, path, patch: masked, cut: text.length > MOST_CHARS };
};

const patchOf = async (tools: WindowTools, stored: StoredRun, name: string): Promise<string> => {
  treeOf(stored, name);
  if (name === BASELINE)
    throw new UserError('no-diff', 'The baseline changes nothing.', 'Choose a candidate.');
  return decode(await tools.store.readPatch(stored.id, name));
};

/** The files that a candidate changes, with remarks on them. */
export const candidateDiff = async (tools: WindowTools, run: string, name: string): Promise<DiffView> => {
  const stored = await findStored(tools, run);
  const patch = await patchOf(tools, stored, name);
  const { captured, conclusion, config } = stored;
  const evidence = captured.evidence.find(({ candidate }) => candidate.name === name);
  const ranking = conclusion.rankings.find(({ agent }) => agent === name);
  const notes = evidence === undefined ? new Map() : diffNotes(captured, evidence, ranking, config.trust);
  const facts = evidence?.diff.known === true ? evidence.diff.value : null;
  return {
    left: BASE,
    right: name,
    bytes: patch.length,
    files: patchParts(patch).map((part, at) => fileView(part, at, facts, notes.get(part.path) ?? NO_NOTES)),
  };
};

export const candidateDiffPart = async (
  tools: WindowTools,
  run: string,
  { name, index }: { readonly name: string; readonly index: number },
): Promise<DiffPart> => partView(patchParts(await patchOf(tools, await findStored(tools, run), name)), index);

type Sides = { readonly left: string; readonly right: string };

/** The tree of a candidate or of the base. */
const treeIdOf = ({ captured }: StoredRun, name: string): string => {
  if (name === BASE || name === BASELINE) return captured.base.tree;
  const evidence = captured.evidence.find(({ candidate }) => candidate.name === name);
  if (evidence !== undefined) return evidence.tree;
  throw new UserError(
    'unknown-candidate',
    `The run has no candidate called ${name}`,
    `It has: ${captured.evidence.map(({ candidate }) => candidate.name).join(', ')}.`,
  );
};

const treeGone = (of: string): UserError =>
  new UserError(
    'tree-gone',
    `The store no longer has the trees of ${of}.`,
    'Evaluate again to recreate them, or look at each change separately.',
  );

const betweenOf = async (tools: WindowTools, run: string, { left, right }: Sides): Promise<string> => {
  const stored = await findStored(tools, run);
  const [from, to] = [treeIdOf(stored, left), treeIdOf(stored, right)];
  const { repository } = await tools.tools();
  const patch = await repository.patchBetween(from, to);
  if (patch !== null) return decode(patch);
  throw treeGone(`${left} and ${right}`);
};

/** From one candidate's tree to another's. */
export const compareCandidates = async (tools: WindowTools, run: string, sides: Sides): Promise<DiffView> => {
  const patch = await betweenOf(tools, run, sides);
  return {
    ...sides,
    bytes: patch.length,
    files: patchParts(patch).map((part, at) => fileView(part, at, null, NO_NOTES)),
  };
};

export const comparePart = async (
  tools: WindowTools,
  run: string,
  { index, ...sides }: Sides & { readonly index: number },
): Promise<DiffPart> => partView(patchParts(await betweenOf(tools, run, sides)), index);

/** One file of a tree, from git's objects: disk paths are not involved. */
export const readTreeFile = async (
  tools: WindowTools,
  run: string,
  { tree, path }: { readonly tree: string; readonly path: string },
): Promise<FileView> => {
  const stored = await findStored(tools, run);
  const { repository } = await tools.tools();
  const id = treeIdOf(stored, tree);
  if ((await repository.patchBetween(id, id)) === null) throw treeGone(tree);
  const text = await repository.readText(id, path);
  if (text === null)
    throw new UserError('no-file', `${tree} has no text file ${JSON.stringify(path.slice(0, 200))}`, '');
  return { path, text: maskLines(cutText(text).split('\n')).join('\n'), cut: text.length > MOST_CHARS };
};

/** The parts of a benchmark's final change. */
export const diffOfPatch = (patch: Uint8Array, name: string): DiffView => {
  const text = decode(patch);
  return {
    left: BASE,
    right: name,
    bytes: patch.length,
    files: patchParts(text).map((part, at) => fileView(part, at, null, NO_NOTES)),
  };
};

export const partOfPatch = (patch: Uint8Array, index: number): DiffPart =>
  partView(patchParts(decode(patch)), index);
