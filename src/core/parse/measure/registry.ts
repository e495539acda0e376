import type { MeasureParser } from './measure-parser.ts';
import { radonJson } from './radon-json.ts';

/** Every way to read a measuring tool's reports. A new one needs a file and a line here. */
export const measureParsers: readonly MeasureParser[] = [radonJson];

export const findMeasureParser = (id: string): MeasureParser | undefined =>
  measureParsers.find((parser) => parser.id === id);
