import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import * as z from 'zod';
import { Provenance } from '../../core/domain/candidate/candidate.ts';
import type { CandidateInput } from '../../shell/plan/candidate-list.ts';
import { UserError } from '../../shell/errors/user-error.ts';

/** The longer extension first: `NAME.json` may describe `NAME.ops.json`. */
const OPS_ENDINGS = ['.ops.json', '.json'];
const CHANGE_ENDINGS = ['.patch', '.diff', '.ops.json'];
const UsageFile = z.record(z.string(), Provenance);

const withoutEnding = (name: string, endings: readonly string[]): string | null => {
  const ending = endings.find((one) => name.endsWith(one) && name.length > one.length);
  return ending === undefined ? null : name.slice(0, -ending.length);
};

/** `NAME=SOURCE`, or a bare source whose name is its last part. */
export const parseCandidate = (text: string): CandidateInput => {
  const at = text.indexOf('=');
  if (at > 0) return { name: text.slice(0, at), source: text.slice(at + 1) };
  const last = basename(text);
  return { name: withoutEnding(last, [...CHANGE_ENDINGS, ...OPS_ENDINGS]) ?? last, source: text };
};

const readJson = <T>(path: string, schema: z.ZodType<T>): T => {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new UserError(
      'usage-file',
      `${path} is not a usage file: ${why}`,
      'Its keys are status, duration_ms, tokens, usd and author.',
    );
  }
};

/**
 * Every patch and every list of operations in a folder.
 * `NAME.json` beside `NAME.patch`, `.diff` or `.ops.json` describes how that was made; alone it is a list of operations.
 */
const readFolder = (folder: string, usage: string | undefined): readonly CandidateInput[] => {
  let files: string[];
  try {
    files = readdirSync(folder).sort();
  } catch {
    throw new UserError(
      'candidates-folder',
      `${folder} is not a readable folder`,
      'Name a folder with .patch files.',
    );
  }
  const changed = new Set(files.map((file) => withoutEnding(file, CHANGE_ENDINGS)));
  const isUsage = (file: string): boolean => usage !== undefined && resolve(usage) === resolve(folder, file);
  return files.flatMap((file) => {
    const name = withoutEnding(file, CHANGE_ENDINGS);
    if (name === null) {
      const alone = withoutEnding(file, OPS_ENDINGS);
      return alone === null || changed.has(alone) || isUsage(file)
        ? []
        : [{ name: alone, source: join(folder, file) }];
    }
    const beside = join(folder, `${name}.json`);
    const provenance = existsSync(beside) ? { provenance: readJson(beside, Provenance) } : {};
    return [{ name, source: join(folder, file), ...provenance }];
  });
};

export type CandidateOptions = {
  readonly candidate: readonly string[];
  readonly candidates: readonly string[];
  readonly usage?: string;
};

/** The candidates from the command line: single ones, folders of patches, and what is known of how they were made. */
export const readCandidates = ({
  candidate,
  candidates,
  usage,
}: CandidateOptions): readonly CandidateInput[] => {
  const listed = [
    ...candidate.map(parseCandidate),
    ...candidates.flatMap((folder) => readFolder(folder, usage)),
  ];
  if (usage === undefined) return listed;
  const known = readJson(usage, UsageFile);
  const unknown = Object.keys(known).filter((name) => !listed.some((input) => input.name === name));
  if (unknown.length > 0) {
    throw new UserError(
      'usage-file',
      `${usage} names unknown candidates: ${unknown.join(', ')}`,
      'Use the names given with --candidate.',
    );
  }
  return listed.map((input) => ({ ...input, provenance: { ...input.provenance, ...known[input.name] } }));
};
