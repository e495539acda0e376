import * as z from 'zod';
import { measured, type Measured } from '../domain/measured.ts';
import { invalidReply, readAnswer } from './read-answer.ts';

const LONGEST_FILE = 30_000;
const MOST_FILES = 10;

const Reply = z.looseObject({
  tests: z.array(z.looseObject({ path: z.string(), text: z.string() })).max(MOST_FILES),
});

export type WrittenTest = { readonly path: string; readonly text: string };

/** A reply as files, each at one of the offered paths. Any other path makes the whole reply invalid. */
export const readWrittenTests = (
  reply: string,
  paths: readonly string[],
): Measured<readonly WrittenTest[]> => {
  const read = readAnswer(reply, 'tests', Reply);
  if (!read.known) return read;
  const files = read.value.tests.map(({ path, text }) => ({ path, text }));
  if (files.length === 0) return invalidReply('the model wrote no tests');
  if (files.some(({ path }) => !paths.includes(path)))
    return invalidReply('the reply names a file that it was not offered');
  if (new Set(files.map(({ path }) => path)).size < files.length)
    return invalidReply('the reply gives one file twice');
  if (files.some(({ text }) => text.length > LONGEST_FILE)) return invalidReply('a test file is too long');
  if (files.some(({ text }) => text.trim() === '' || text.includes('\0')))
    return invalidReply('a test file is empty or no text');
  return measured(files);
};
