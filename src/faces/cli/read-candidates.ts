import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { z } from 'zod';
import { Provenance } from '../../core/domain/candidate.ts';
import type { CandidateInput } from '../../shell/run/candidate-list.ts';
import { UserError } from '../../shell/user-error.ts';

const PATCH_ENDINGS = new Set(['.patch', '.diff']);
const UsageFile = z.record(z.string(), Provenance);

/** `NAME=SOURCE`, or a bare source whose name is its last part. */
export const parseCandidate = (text: string): CandidateInput => {
  const at = text.indexOf('=');
  if (at > 0) return { name: text.slice(0, at), source: text.slice(at + 1) };
  const last = basename(text);
  return {
    name: PATCH_ENDINGS.has(extname(last)) ? last.slice(0, -extname(last).length) : last,
    source: text,
  };
};

const readJson = <T>(path: string, schema: z.ZodType<T>): T => {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new UserError(
      'usage-file',
      `${path} is not a usage file: ${why}`,
      'It gives status, duration_ms, tokens, usd, author.',
    );
  }
};

/** Every patch in a folder; `NAME.json` beside `NAME.patch` says how it was made. */
const readFolder = (folder: string): readonly CandidateInput[] => {
  let names: string[];
  try {
    names = readdirSync(folder).sort();
  } catch {
    throw new UserError(
      'candidates-folder',
      `${folder} is not a folder that can be read`,
      'Name a folder with .patch files.',
    );
  }
  return names
    .filter((name) => PATCH_ENDINGS.has(extname(name)))
    .map((file) => {
      const name = file.slice(0, -extname(file).length);
      const beside = join(folder, `${name}.json`);
      const provenance = existsSync(beside) ? { provenance: readJson(beside, Provenance) } : {};
      return { name, source: join(folder, file), ...provenance };
    });
};

export type CandidateOptions = {
  readonly candidate: readonly string[];
  readonly candidates: readonly string[];
  readonly usage?: string;
};

/** The field from the command line: single candidates, folders of patches, and what is known of their making. */
export const readCandidates = ({
  candidate,
  candidates,
  usage,
}: CandidateOptions): readonly CandidateInput[] => {
  const listed = [...candidate.map(parseCandidate), ...candidates.flatMap(readFolder)];
  if (usage === undefined) return listed;
  const known = readJson(usage, UsageFile);
  const strangers = Object.keys(known).filter((name) => !listed.some((input) => input.name === name));
  if (strangers.length > 0) {
    throw new UserError(
      'usage-file',
      `${usage} names no candidate of this field: ${strangers.join(', ')}`,
      'Use the names given with --candidate.',
    );
  }
  return listed.map((input) => ({ ...input, provenance: { ...input.provenance, ...known[input.name] } }));
};
