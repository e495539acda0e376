import * as z from 'zod';
import { canonicalJson } from '../domain/json/canonical-json.ts';
import { findObjectsWith } from '../domain/json/find-object-with.ts';
import { measured, missing, type Measured } from '../domain/measured.ts';

const LONGEST_FILE = 30_000;
const MOST_FILES = 10;

const Reply = z.looseObject({
  tests: z.array(z.looseObject({ path: z.string(), text: z.string() })).max(MOST_FILES),
});

export type WrittenTest = { readonly path: string; readonly text: string };

const invalid = (reason: string): Measured<readonly WrittenTest[]> => missing('infrastructure', reason);

/** A reply as files, each at one of the offered paths. Any other path makes the whole reply invalid. */
export const readWrittenTests = (
  reply: string,
  paths: readonly string[],
): Measured<readonly WrittenTest[]> => {
  const found = findObjectsWith(reply, 'tests', 2);
  if (found === 'none') return invalid('the reply has no tests');
  if (found === 'too-much') return invalid('the reply is too tangled to be read');
  const [answer, other] = found;
  if (other !== undefined && canonicalJson(other) !== canonicalJson(answer))
    return invalid('the reply gives two different answers');
  const read = Reply.safeParse(answer);
  if (!read.success) return invalid('the reply is not of the shape that was asked for');
  const files = read.data.tests.map(({ path, text }) => ({ path, text }));
  if (files.length === 0) return invalid('the model wrote no tests');
  if (files.some(({ path }) => !paths.includes(path)))
    return invalid('the reply names a file that it was not offered');
  if (new Set(files.map(({ path }) => path)).size < files.length)
    return invalid('the reply gives one file twice');
  if (files.some(({ text }) => text.length > LONGEST_FILE)) return invalid('a test file is too long');
  if (files.some(({ text }) => text.trim() === '' || text.includes('\0')))
    return invalid('a test file is empty or no text');
  return measured(files);
};
