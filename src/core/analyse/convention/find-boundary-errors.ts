import type { Direction } from '../../domain/source/project-brief.ts';
import type { SourceIndex } from '../../domain/source/source-index.ts';
import { findCycles } from '../brief/imports/find-cycles.ts';
import type { ImportEdge } from '../../languages/parts/import-target.ts';
import { layersOf } from '../brief/imports/observe-directions.ts';
import type { BoundaryRule } from '../../languages/parts/boundary-rule.ts';
import type { ChangedImports } from './changed-imports.ts';

/** An import that the change adds and that a rule forbids. */
export type BoundaryError = {
  readonly from: string;
  readonly to: string;
  readonly rule: string;
  readonly reason: string;
};

const againstDirection = (
  { from, to }: ImportEdge,
  index: SourceIndex,
  directions: ReadonlyMap<string, Direction>,
): BoundaryError | null => {
  const layers = layersOf(from, to, index.byPath.has(to));
  const direction = layers === null ? undefined : directions.get(`${layers[1]}\0${layers[0]}`);
  if (!direction) return null;
  const reason = `${from} imports ${to}, but imports go from ${direction.from} to ${direction.to} (${direction.imports} : ${direction.against})`;
  return { from, to, rule: 'direction', reason };
};

/** Only edges that the change adds and that close a cycle. */
const newCircles = ({ fresh, after }: ChangedImports): readonly BoundaryError[] => {
  if (fresh.length === 0) return [];
  const groupOf = new Map<string, number>();
  findCycles(after).forEach((group, at) => group.forEach((path) => groupOf.set(path, at)));
  return fresh.flatMap(({ from, to, typeOnly }) => {
    const group = groupOf.get(from);
    return !typeOnly && group !== undefined && group === groupOf.get(to)
      ? [{ from, to, rule: 'cycle', reason: `${from} imports ${to}, which imports it in turn` }]
      : [];
  });
};

/** Tests may import anything. */
export const findBoundaryErrors = (
  index: SourceIndex,
  directions: readonly Direction[],
  imports: ChangedImports,
  rules: readonly BoundaryRule[],
): readonly BoundaryError[] => {
  const holding = new Map(
    directions.filter(({ rule }) => rule).map((each) => [`${each.from}\0${each.to}`, each] as const),
  );
  const isTest = (path: string): boolean => index.byPath.get(path)?.role === 'test';
  const observed = imports.fresh.flatMap((edge) =>
    isTest(edge.from) || isTest(edge.to) ? [] : (againstDirection(edge, index, holding) ?? []),
  );
  const declared = imports.fresh.flatMap((edge) =>
    rules.flatMap(({ name, forbids }) => {
      const reason = forbids(edge);
      return reason === null ? [] : [{ from: edge.from, to: edge.to, rule: name, reason }];
    }),
  );
  return [...observed, ...newCircles(imports), ...declared];
};
