import type { Check } from '../../core/domain/check.ts';
import type { TreeEvidence } from '../../core/domain/evidence.ts';
import { type Measured, missing } from '../../core/domain/measured.ts';
import {
  interpretBuild,
  interpretLint,
  interpretSecurity,
  interpretTests,
} from '../../core/parse/interpret-checks.ts';
import type { LaneRecord } from './tree-lane.ts';

/** What was seen of a tree, as facts: a check that was not run has its reason too. */
export const summariseLane = (record: LaneRecord): TreeEvidence => {
  const { side, tree } = record.subject;
  const of = (kind: Check['kind']) => record.finished.filter(({ check }) => check.kind === kind);
  const orSkipped = <T>(kind: Check['kind'], interpret: () => Measured<T>): Measured<T> => {
    const skipped = record.skipped.find(({ check }) => check.kind === kind);
    return skipped === undefined ? interpret() : missing(skipped.cause, skipped.reason);
  };
  return {
    tree,
    runs: record.runs,
    build: orSkipped('build', () => interpretBuild(of('build'), side)),
    tests: orSkipped('test', () => interpretTests(of('test')[0], side)),
    lint: orSkipped('lint', () => interpretLint(of('lint')[0], side)),
    security: orSkipped('security', () => interpretSecurity(of('security')[0], side)),
  };
};
