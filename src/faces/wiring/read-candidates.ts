import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import * as z from 'zod';
import { Provenance, toCandidateName } from '../../core/domain/candidate/candidate.ts';
import { type CandidateInput, isReservedName } from '../../shell/plan/candidate-list.ts';
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
  if (at > 0 && !existsSync(text)) return { name: text.slice(0, at), source: text.slice(at + 1) };
  const last = basename(text);
  const name = withoutEnding(last, [...CHANGE_ENDINGS, ...OPS_ENDINGS]) ?? last;
  return { name: toCandidateName(name), source: text };
};

/** If necessary, a folder's files are distinguished by their endings; the base's name is reserved. */
const nameApart = (
  inputs: readonly (CandidateInput & { readonly file: string })[],
): readonly CandidateInput[] => {
  const count = (name: string): number => inputs.filter((input) => input.name === name).length;
  return inputs.map(({ file, ...input }) =>
    isReservedName(input.name) || count(input.name) > 1 ? { ...input, name: toCandidateName(file) } : input,
  );
};

/** A name that is not UTF-8 cannot be written in a report or in JSON. */
const refuseOddBytes = (folder: string, files: readonly string[]): void => {
  const odd = files.find((file) => file.includes('\ufffd') && !existsSync(join(folder, file)));
  if (odd === undefined) return;
  throw new UserError(
    'candidates-folder',
    `The name of a file in ${folder} is not UTF-8: ${odd}`,
    'Rename the file.',
  );
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
 * `NAME.json` next to `NAME.patch`, `.diff` or `.ops.json` describes its origin; alone it is a list of operations.
 */
const readFolder = (folder: string, usage: string | undefined): readonly CandidateInput[] => {
  let files: string[];
  try {
    files = readdirSync(folder).sort();
  } catch {
    throw new UserError(
      'candidates-folder',
      `${folder} is not a readable folder`,
      'Give a folder with .patch files.',
    );
  }
  refuseOddBytes(folder, files);
  const changed = new Set(files.map((file) => withoutEnding(file, CHANGE_ENDINGS)));
  const isUsage = (file: string): boolean => usage !== undefined && resolve(usage) === resolve(folder, file);
  const inputs = files.flatMap((file) => {
    const stem = withoutEnding(file, CHANGE_ENDINGS);
    if (stem === null) {
      const alone = withoutEnding(file, OPS_ENDINGS);
      return alone === null || changed.has(alone) || isUsage(file)
        ? []
        : [{ file, name: toCandidateName(alone), source: join(folder, file) }];
    }
    const beside = join(folder, `${stem}.json`);
    const provenance = existsSync(beside) ? { provenance: readJson(beside, Provenance) } : {};
    return [{ file, name: toCandidateName(stem), source: join(folder, file), ...provenance }];
  });
  return nameApart(inputs);
};

/** A folder of changes, not one to compare with the base. */
const holdsChanges = (path: string): boolean => {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory() || existsSync(join(path, '.git')))
    return false;
  return readdirSync(path).some((file) => withoutEnding(file, CHANGE_ENDINGS) !== null);
};

export type CandidateOptions = {
  /** Positional arguments: single candidates, or folders of them. */
  readonly sources?: readonly string[];
  readonly candidate: readonly string[];
  readonly candidates: readonly string[];
  readonly usage?: string;
};

/** The candidates from the command line: single ones, folders of patches, and any description of how they were made. */
export const readCandidates = ({
  sources = [],
  candidate,
  candidates,
  usage,
}: CandidateOptions): readonly CandidateInput[] => {
  const listed = [
    ...[...sources.filter((source) => !holdsChanges(source)), ...candidate].map(parseCandidate),
    ...[...sources.filter(holdsChanges), ...candidates].flatMap((folder) => readFolder(folder, usage)),
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
