import { readFileSync } from 'node:fs';
import type { RawReport } from '../../../../src/core/domain/check/output-parser.ts';

const FOLDER = new URL('../../../fixtures/test-reports/', import.meta.url);

/** A recorded run, by paths below the fixtures' folder. */
export const recorded = (exitCode: number, ...paths: readonly string[]): RawReport => ({
  documents: paths.map((path) => ({
    name: path.slice(path.lastIndexOf('/') + 1),
    text: readFileSync(new URL(path, FOLDER), 'utf8'),
  })),
  exitCode,
  root: '/workspace',
});

export const written = (text: string, exitCode: number | null = 0): RawReport => ({
  documents: [{ name: 'stdout', text }],
  exitCode,
  root: '/workspace',
});
