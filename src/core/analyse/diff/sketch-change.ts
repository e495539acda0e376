import type { ChangeSketch } from '../../domain/candidate/change-sketch.ts';
import { compareText } from '../../math/compare-text.ts';
import { classifyPath } from '../paths/classify-path.ts';
import { isLeftover } from '../paths/leftover-paths.ts';

/** Two changes of one statement are seldom further apart. */
const LINES_A_BLOCK = 4;
/** Beyond this a patch is generated or vendored code, which no other candidate repeats. */
const MOST_LINES = 20_000;
const MOST_TOKENS = 4_000;
const LONGEST_TOKEN = 60;
const LONGEST_LINE = 2_000;

const HEADER = /^diff --git (?:"?a\/.*"? )?"?b\/(.*?)"?$/;
const HUNK = /^@@ -(\d{1,9})(?:,\d{1,9})? \+\d{1,9}(?:,\d{1,9})? @@/;
const COMMENT = /^\s*(?:#|\/\/|\/?\*|"""|''')/;
const TOKEN = /[\p{L}_$][\p{L}\p{N}_$]*|\p{N}+|[^\s\p{L}\p{N}_$]/gu;

/** A script left at the root is not part of the fix. */
const isSource = (path: string, isNew: boolean): boolean =>
  classifyPath(path) === 'source' && !(isNew && !path.includes('/'));

const partOf = (path: string, isNew: boolean): Reading['hunk'] =>
  isSource(path, isNew) ? 'source' : classifyPath(path) === 'test' ? 'test' : null;

/** Settings and data are changes to the program; leftovers are not. */
const isMoreThanTests = (path: string, isNew: boolean): boolean =>
  !['test', 'docs', 'lockfile'].includes(classifyPath(path)) && !(isNew && isLeftover(path));

type Reading = {
  readonly blocks: Map<string, Set<number>>;
  readonly tokens: Map<string, number>;
  readonly tests: Map<string, number>;
  source: boolean;
  path: string | null;
  isNew: boolean;
  /** The kind of the current hunk's lines; null: nothing to compare. */
  hunk: 'source' | 'test' | null;
  line: number;
};

const countTokens = (tokens: Map<string, number>, text: string): void => {
  if (COMMENT.test(text)) return;
  for (const [token] of text.slice(0, LONGEST_LINE).matchAll(TOKEN)) {
    const key = token.slice(0, LONGEST_TOKEN);
    const count = tokens.get(key);
    if (count === undefined && tokens.size >= MOST_TOKENS) continue;
    tokens.set(key, (count ?? 0) + 1);
  }
};

const touch = ({ blocks, path, line }: Reading): void => {
  if (path === null) return;
  const known = blocks.get(path) ?? new Set();
  known.add(Math.floor(line / LINES_A_BLOCK));
  blocks.set(path, known);
};

const endFile = (reading: Reading): void => {
  reading.source ||= reading.path !== null && isMoreThanTests(reading.path, reading.isNew);
};

const readHead = (reading: Reading, text: string): void => {
  const header = HEADER.exec(text);
  if (header !== null) {
    const path = header[1] ?? null;
    endFile(reading);
    [reading.path, reading.isNew, reading.hunk] = [path, false, null];
  } else if (text.startsWith('new file')) reading.isNew = true;
};

const readLine = (reading: Reading, text: string): void => {
  const hunk = HUNK.exec(text);
  if (hunk !== null) {
    reading.line = Number(hunk[1]);
    reading.hunk = reading.path === null ? null : partOf(reading.path, reading.isNew);
    return;
  }
  if (text.startsWith('diff --git ') || reading.hunk === null) return readHead(reading, text);
  if (reading.hunk === 'test') {
    if (text.startsWith('+')) countTokens(reading.tests, text.slice(1));
    return;
  }
  if (text.startsWith('+')) {
    touch(reading);
    countTokens(reading.tokens, text.slice(1));
  } else if (text.startsWith('-')) {
    touch(reading);
    reading.line += 1;
  } else if (!text.startsWith('\\')) reading.line += 1;
};

const sorted = (tokens: ReadonlyMap<string, number>): [string, number][] =>
  [...tokens].sort(([one], [other]) => compareText(one, other));

/** A unified diff in git's format → where it changes source, and with which tokens. */
export const sketchChange = (patch: string): ChangeSketch => {
  const reading: Reading = {
    blocks: new Map(),
    tokens: new Map(),
    tests: new Map(),
    source: false,
    path: null,
    isNew: false,
    hunk: null,
    line: 0,
  };
  for (const text of patch.split('\n', MOST_LINES)) readLine(reading, text);
  endFile(reading);
  const places = [...reading.blocks].map(([path, blocks]) => ({
    path,
    blocks: [...blocks].sort((one, other) => one - other),
  }));
  return {
    places: places.sort((one, other) => compareText(one.path, other.path)),
    tokens: sorted(reading.tokens),
    ...(reading.tests.size === 0 ? {} : { tests: sorted(reading.tests) }),
    source: reading.source,
  };
};
