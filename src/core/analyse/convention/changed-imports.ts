import { type ChangedSource, isReadSource } from '../../domain/candidate/source-change.ts';
import type { IndexedFile, SourceIndex } from '../../domain/source/source-index.ts';
import { classifyPath } from '../paths/classify-path.ts';
import type { ImportEdge } from '../../languages/parts/import-target.ts';
import { importResolvers, resolveFile } from '../brief/imports/import-graph.ts';

export type ChangedImports = {
  /** All imports of changed files, as they are now. */
  readonly now: readonly ImportEdge[];
  /** Those among them that the base does not have. */
  readonly fresh: readonly ImportEdge[];
  /** The whole graph after the change. */
  readonly after: readonly ImportEdge[];
};

const NO_NAMES = { first: 0, last: 0 } as const;

/** The base with the candidate's paths in place of its own; a resolver does not need names. */
const indexAfter = (index: SourceIndex, changes: readonly ChangedSource[]): SourceIndex => {
  const byPath = new Map(index.byPath);
  for (const { path, after, removed } of changes) {
    if (removed) byPath.delete(path);
    else {
      const row = isReadSource(after) ? { ...after, ...NO_NAMES } : null;
      byPath.set(path, { path, role: classifyPath(path), row } satisfies IndexedFile);
    }
  }
  return { ...index, byPath, files: [...byPath.values()] };
};

const keyOf = ({ from, to }: ImportEdge): string => `${from}\0${to}`;

export const changedImports = (
  index: SourceIndex,
  edges: readonly ImportEdge[],
  changes: readonly ChangedSource[],
): ChangedImports => {
  const resolvers = importResolvers(indexAfter(index, changes));
  const now = changes.flatMap(({ path, after }) =>
    isReadSource(after) ? resolveFile(path, { ...after, ...NO_NAMES }, resolvers).edges : [],
  );
  const changed = new Set(changes.map(({ path }) => path));
  const kept: ImportEdge[] = [];
  const old = new Set<string>();
  for (const edge of edges)
    if (changed.has(edge.from)) old.add(keyOf(edge));
    else kept.push(edge);
  return { now, fresh: now.filter((edge) => !old.has(keyOf(edge))), after: [...kept, ...now] };
};
