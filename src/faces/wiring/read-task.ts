import { readFileSync, statSync } from 'node:fs';
import { UserError } from '../../shell/errors/user-error.ts';
import { looksLikePath } from '../../shell/plan/plan-task.ts';

const STANDARD_INPUT = '-';
const MOST_BYTES = 10 * 1024 * 1024;

const isFile = (path: string): boolean => {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

const readBounded = (path: string | 0): string => {
  const bytes = readFileSync(path);
  if (bytes.length <= MOST_BYTES) return bytes.toString('utf8');
  throw new UserError(
    'task-file',
    `The task has ${bytes.length} bytes.`,
    'Give its text alone, without attachments.',
  );
};

/** A file, `-` for standard input, or the text itself. A missing file is an error, not a text. */
export const readTask = (given: string): string => {
  if (given === STANDARD_INPUT) return readBounded(0);
  if (given.length < 4096 && isFile(given)) return readBounded(given);
  if (!looksLikePath(given)) return given;
  throw new UserError(
    'task-file',
    `There is no file ${given}.`,
    'Give a file, write the task as a sentence, or use - for standard input.',
  );
};
