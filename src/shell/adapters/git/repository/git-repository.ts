import type { GitRepository } from '../../../ports/git-repository.ts';
import { askRepository } from './ask-repository.ts';
import { classifySource } from './classify-source.ts';
import { filesMentioning } from '../objects/files-mentioning.ts';
import { composeTree } from '../objects/compose-tree.ts';
import { excludeHydraFolder } from './exclude-hydra-folder.ts';
import { requireModernGit } from './git-version.ts';
import { importCandidate } from '../import/import-candidate.ts';
import { locateRepository, requireCommits } from './locate-repository.ts';
import { mergeCandidate } from '../merge/merge-candidate.ts';
import { openObjectStore } from '../objects/object-store.ts';
import { patchBetween } from '../objects/patch-between.ts';
import { readChanges, readRawDiff } from '../objects/read-changes.ts';
import { listBlobs, listTreeFiles, readBlobs, readText } from '../objects/read-objects.ts';
import { resolveBase } from './resolve-base.ts';

/** The repository that contains `directory`, through the git command line. */
export const openGitRepository = async (directory: string): Promise<GitRepository> => {
  await requireModernGit();
  const places = await locateRepository(directory);
  await requireCommits(places);
  await excludeHydraFolder(places);
  const store = await openObjectStore(places);
  const ask = askRepository(places);
  const opened = { places, store, ask };
  return {
    root: places.root,
    commonDir: places.commonDir,
    resolveBase: (ref) => resolveBase(ask, ref),
    listFiles: (tree) => listTreeFiles(store, tree),
    listBlobs: (tree) => listBlobs(store, tree),
    filesMentioning: (tree, texts) => filesMentioning(store, tree, texts),
    readText: (tree, path) => readText(store, tree, path),
    classifySource: (at) => classifySource(ask, at),
    importCandidate: (base, source, how) => importCandidate(opened, base, source, how),
    rawDiff: (from, to) => readRawDiff(store, from, to),
    patchBetween: (from, to) => patchBetween(store, from, to),
    changes: (from, to) => readChanges(store, from, to),
    readBlobs: (ids) => readBlobs(store, ids),
    composeTree: (tree, replacements) => composeTree(store, tree, replacements),
    merge: (request) => mergeCandidate(opened, request),
  };
};
