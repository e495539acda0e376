import * as z from 'zod';
import type { FunctionMeasure } from '../../domain/evidence/code-measures.ts';
import { type Measured, measured, missing } from '../../domain/measured.ts';
import type { RawReport } from '../../domain/check/output-parser.ts';
import { readJsonValues } from '../lint/json-values.ts';
import { relativeFile } from '../lint/relative-file.ts';
import type { MeasureParser } from './measure-parser.ts';
import { isObject } from '../../domain/json/is-object.ts';

const Block = z.object({
  type: z.string(),
  name: z.string(),
  lineno: z.number(),
  endline: z.number(),
  complexity: z.number(),
});
const Blocks = z.array(Block.extend({ closures: z.array(Block).optional() }));
const Index = z.object({ mi: z.number() });

const recordIn = ({ documents }: RawReport): Readonly<Record<string, unknown>> | null => {
  for (const { text } of documents) {
    const { values, whole } = readJsonValues(text);
    const [value] = values;
    if (whole && isObject(value)) return value;
  }
  return null;
};

/** `radon cc -j`: functions by file. */
const radonComplexity = (report: RawReport): Measured<ReadonlyMap<string, readonly FunctionMeasure[]>> => {
  const record = recordIn(report);
  if (record === null) return missing('not-configured', 'radon gave no report');
  const found = new Map<string, readonly FunctionMeasure[]>();
  for (const [file, reported] of Object.entries(record)) {
    const blocks = Blocks.safeParse(reported);
    if (!blocks.success) continue;
    const all = blocks.data
      .flatMap((block) => [block, ...(block.closures ?? [])])
      .filter(({ type }) => type !== 'class');
    found.set(
      relativeFile(file, report.root),
      all.map(({ name, lineno, endline, complexity }) => ({
        name,
        firstLine: lineno,
        lastLine: endline,
        complexity,
      })),
    );
  }
  return measured(found);
};

/** `radon mi -j`: the index by file. */
const radonIndex = (report: RawReport): Measured<ReadonlyMap<string, number>> => {
  const record = recordIn(report);
  if (record === null) return missing('not-configured', 'radon gave no report');
  const found = new Map<string, number>();
  for (const [file, reported] of Object.entries(record)) {
    const index = Index.safeParse(reported);
    if (index.success) found.set(relativeFile(file, report.root), index.data.mi);
  }
  return measured(found);
};

export const radonJson: MeasureParser = {
  id: 'radon-json',
  complexity: radonComplexity,
  maintainability: radonIndex,
};
