import { InfrastructureError, UserError } from '../../../errors/user-error.ts';
import { NotARegularFile } from '../../system/regular-file.ts';

type Fault = (doing: string) => UserError | InfrastructureError;

const diskFull: Fault = (doing) =>
  new UserError('disk-full', `The disk is full: ${doing} failed.`, 'Free some space, then try again.');
const notWritable: Fault = (doing) =>
  new UserError(
    'store-not-writable',
    `Permission denied: ${doing} failed.`,
    'Make the .hydra folder of the repository readable and writable.',
  );
const tooManyFiles: Fault = (doing) =>
  new InfrastructureError(
    'too-many-open-files',
    `Too many files are open: ${doing} failed.`,
    'Raise the limit (`ulimit -n 4096`) or use fewer jobs (`--jobs`).',
  );

const FAULT_OF: Readonly<Record<string, Fault>> = {
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EACCES: notWritable,
  EPERM: notWritable,
  EROFS: notWritable,
  EMFILE: tooManyFiles,
  ENFILE: tooManyFiles,
};

export const errnoOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && 'syscall' in error && typeof error.code === 'string'
    ? error.code
    : null;

/** Runs an effect on the disk; a system error becomes one sentence and a hint, a bug stays a bug. */
export const onDisk = async <T>(doing: string, effect: () => Promise<T>): Promise<T> => {
  try {
    return await effect();
  } catch (error) {
    throw explained(error, doing);
  }
};

const explained = (error: unknown, doing: string): unknown => {
  const errno = error instanceof NotARegularFile ? 'that a file is none' : errnoOf(error);
  if (errno === null) return error;
  const known = FAULT_OF[errno];
  if (known !== undefined) return known(doing);
  const sentence = `The system answered ${errno}: ${doing} failed.`;
  return new InfrastructureError('store-failed', sentence, 'Check the disk that holds the .hydra folder.');
};
