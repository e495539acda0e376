import type { Check } from '../../../core/domain/check/check.ts';
import type { TreeEvidence } from '../../../core/domain/evidence/evidence.ts';
import { type Measured, missing } from '../../../core/domain/measured.ts';
import {
  interpretBuild,
  interpretLint,
  interpretSecurity,
  interpretTypes,
} from '../../../core/parse/interpret-checks.ts';
import { readLaneTests } from './read-lane-tests.ts';
import type { LaneRecord } from './tree-lane.ts';

const MOST_ALTERED = 100;

/** The evidence on one tree. */
export const summariseLane = (record: LaneRecord): TreeEvidence => {
  const { side, tree } = record.subject;
  const of = (kind: Check['kind']) => record.finished.filter(({ check }) => check.kind === kind);
  const unlessSkipped = <T>(kind: Check['kind'], interpret: () => Measured<T>): Measured<T> => {
    const why = of(kind).length > 0 ? undefined : record.skipped.get(kind);
    return why === undefined ? interpret() : missing(why.cause, why.reason);
  };
  const altered = [...record.altered].sort().slice(0, MOST_ALTERED);
  const [types] = of('types');
  const typesSkipped = record.skipped.get('types');
  return {
    tree,
    runs: record.runs,
    ...(altered.length === 0 ? {} : { altered }),
    build: unlessSkipped('build', () => interpretBuild(of('build'), side)),
    tests: unlessSkipped('test', () => readLaneTests(of('test')[0], side)),
    lint: unlessSkipped('lint', () => interpretLint(of('lint')[0], side)),
    ...(types === undefined
      ? typesSkipped === undefined
        ? {}
        : { types: missing(typesSkipped.cause, typesSkipped.reason) }
      : { types: interpretTypes(types, side) }),
    security: unlessSkipped('security', () => interpretSecurity(of('security')[0], side)),
  };
};
