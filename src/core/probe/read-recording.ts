import type { ProbeValue } from '../languages/parts/probe-rules.ts';
import { parseJson } from '../domain/json/parse-json.ts';
import { isObject } from '../domain/json/is-object.ts';

/** A call that a test made, or a variation of one. */
export type ProbeCall = {
  /** Position of the changed function; -1: a function that leads to one. */
  readonly mark: number;
  readonly module: string;
  readonly name: string;
  readonly positional: readonly ProbeValue[];
  readonly named: Readonly<Record<string, ProbeValue>>;
  /** The receiver of a method call, if it is not an argument. */
  readonly self?: ProbeValue;
  /** What a function must be like to take the call; absent: any of its name. */
  readonly signature?: string;
};

export type Recording = {
  /** The program that ran the tests. */
  readonly program: string | null;
  /** Its module search path; relative for places inside the repository. */
  readonly path: readonly string[];
  readonly calls: readonly ProbeCall[];
  /** Why a call of a marked function could not be recorded, by its position. */
  readonly obstacles: ReadonlyMap<number, string>;
};

const MOST_LINES = 4000;
const LONGEST_LINE = 100_000;
const DEEPEST = 16;
const MOST_PATHS = 60;
const LONGEST_SIGNATURE = 8000;
const LONGEST_OBSTACLE = 200;
/** Rebuilding these runs code of the project, or code from the recording. */
const OPAQUE: ReadonlySet<string> = new Set(['opaque', 'global']);

/** Plain data of bounded depth; `opaque`: also objects that only the project's own code can rebuild. */
const isValue = (value: unknown, opaque: boolean, depth = DEEPEST): value is ProbeValue => {
  if (value === null || ['boolean', 'string'].includes(typeof value)) return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (depth <= 0 || typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.every((one) => isValue(one, opaque, depth - 1));
  if (!opaque && Object.hasOwn(value, '$') && OPAQUE.has(String((value as Record<string, unknown>)['$'])))
    return false;
  return Object.values(value).every((one) => isValue(one, opaque, depth - 1));
};

/** Plain data that nothing has to be run for. */
export const isPlain = (value: unknown): value is ProbeValue => isValue(value, false);

const NAME = /^[\w$]+(?:\.[\w$]+){0,20}$/;

const nameIn = (record: Readonly<Record<string, unknown>>, key: string): string | null => {
  const value = Object.hasOwn(record, key) ? record[key] : undefined;
  return typeof value === 'string' && value.length <= 300 && (value === '' || NAME.test(value))
    ? value
    : null;
};

const callIn = (record: Readonly<Record<string, unknown>>, opaque: boolean): ProbeCall | null => {
  const { f: mark, a: positional, k: named, t: self, s: signature } = record;
  const [module, name] = [nameIn(record, 'm'), nameIn(record, 'n')];
  if (module === null || name === null || !Number.isSafeInteger(mark)) return null;
  if (!Array.isArray(positional) || !isValue(positional, opaque)) return null;
  if (!isObject(named) || !isValue(named, opaque)) return null;
  if (self !== undefined && !isValue(self, opaque)) return null;
  if (signature !== undefined && (typeof signature !== 'string' || signature.length > LONGEST_SIGNATURE))
    return null;
  return {
    mark: mark as number,
    module,
    name,
    positional: positional as readonly ProbeValue[],
    named: named as Readonly<Record<string, ProbeValue>>,
    ...(self === undefined ? {} : { self }),
    ...(signature === undefined ? {} : { signature }),
  };
};

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value.filter((one): one is string => typeof one === 'string').slice(0, MOST_PATHS)
    : [];

/** The recorder's output. `trusted`: no candidate's code was present; otherwise only plain data is accepted. */
export const readRecording = (texts: readonly string[], trusted: boolean): Recording => {
  let [program, path]: [string | null, readonly string[]] = [null, []];
  const calls: ProbeCall[] = [];
  const obstacles = new Map<number, string>();
  for (const line of texts.flatMap((text) => text.split('\n', MOST_LINES)).slice(0, MOST_LINES)) {
    const record = line.length > LONGEST_LINE ? null : parseJson(line);
    if (!isObject(record)) continue;
    if (Object.hasOwn(record, 'header') && isObject(record['header'])) {
      const { header } = record as { readonly header: Readonly<Record<string, unknown>> };
      if (program === null && typeof header['program'] === 'string') {
        program = header['program'];
        path = textsIn(header['path']);
      }
      continue;
    }
    const { f: mark, x: obstacle } = record;
    if (typeof obstacle === 'string' && Number.isSafeInteger(mark))
      obstacles.set(mark as number, obstacle.slice(0, LONGEST_OBSTACLE));
    const call = callIn(record, trusted);
    if (call !== null) calls.push(call);
  }
  return { program, path, calls, obstacles };
};
