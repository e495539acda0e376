import { readFileSync } from 'node:fs';
import { LintReport } from '../../src/core/domain/check/lint-report.ts';
import type { RawReport } from '../../src/core/domain/check/output-parser.ts';
import { TestReport } from '../../src/core/domain/check/test-report.ts';
import { lintParsers } from '../../src/core/parse/lint/registry.ts';
import { testParsers } from '../../src/core/parse/tests/registry.ts';
import { findUnsound } from './find-unsound.ts';
import { filesBelow } from './files-below.ts';
import { mutateJson } from './mutate-json.ts';
import { mutateText, randomText } from './mutate-text.ts';
import type { Random } from './random.ts';
import { type Seed, shrinkReport } from './shrink-report.ts';
import type { Target } from './targets.ts';

const EXIT_CODES = [0, 0, 1, 1, 2, null, 137];
const SCHEMA_SHARE = 0.02;
/** Small cases reach more states in a minute; whole reports look for quadratic growth. */
const WHOLE_SHARE = 1 / 2000;
const LONGEST_WHOLE = 40_000;
const SHAPE_SHARE = 0.5;
const FOREIGN_SHARE = 0.1;
const RATES = [0.005, 0.02, 0.06] as const;

type Corpus = {
  readonly near: readonly Seed[];
  readonly foreign: readonly Seed[];
  readonly whole: readonly string[];
};

/** A parser is mostly fed input like its own format, and sometimes another's. */
const corpusFor = (folder: string, id: string): Corpus => {
  const word = id.split('-')[0]!;
  const paths = filesBelow(folder);
  const own = paths.filter((path) => path.includes(`/${word}`) || path.includes(id));
  const read = (path: string): string => readFileSync(path, 'utf8');
  const whole = (own.length === 0 ? paths : own).map(read);
  return {
    near: whole.flatMap(shrinkReport),
    foreign: paths.map(read).flatMap(shrinkReport),
    whole: whole.map((text) => text.slice(0, LONGEST_WHOLE)),
  };
};

const reportText = (random: Random, { near, foreign, whole }: Corpus): string => {
  if (random.chance(WHOLE_SHARE)) return mutateText(random, whole);
  const seed = random.pick(random.chance(FOREIGN_SHARE) ? foreign : near);
  if (seed.value !== undefined && random.chance(SHAPE_SHARE))
    return JSON.stringify(mutateJson(seed.value, random, random.pick(RATES))) ?? '';
  return mutateText(random, [seed.text]);
};

const rawReport = (random: Random, corpus: Corpus): RawReport => ({
  documents: Array.from({ length: random.chance(0.9) ? 1 : random.below(3) }, (_, at) => ({
    name: random.chance(0.9) ? `report-${at}` : randomText(random, 8),
    text: reportText(random, corpus),
  })),
  exitCode: random.pick(EXIT_CODES),
  root: '/workspace',
});

type Parsed =
  | { readonly known: true; readonly value: unknown }
  | { readonly known: false; readonly reason: string };
type Schema = { safeParse(value: unknown): { readonly success: boolean; readonly error?: unknown } };

const reportTarget = (
  kind: string,
  parser: { readonly id: string; parse(report: RawReport): Parsed },
  schema: Schema,
): Target => {
  const corpus = corpusFor(`../fixtures/${kind}-reports/`, parser.id);
  return {
    name: `${kind} ${parser.id}`,
    make: (random) => {
      const input = rawReport(random, corpus);
      const strictly = random.chance(SCHEMA_SHARE);
      const run = () => {
        const result = parser.parse(input);
        if (!result.known) return result.reason === '' ? 'missing without a reason' : null;
        const unsound = findUnsound(result.value);
        if (unsound !== null || !strictly) return unsound;
        const checked = schema.safeParse(result.value);
        return checked.success ? null : `not a report: ${String(checked.error).slice(0, 200)}`;
      };
      return { input, run };
    },
  };
};

/** Every parser of tools' reports. */
export const reportTargets = (): readonly Target[] => [
  ...testParsers.map((parser) => reportTarget('test', parser, TestReport)),
  ...lintParsers.map((parser) => reportTarget('lint', parser, LintReport)),
];
