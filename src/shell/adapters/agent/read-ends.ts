import { type FileHandle, open } from 'node:fs/promises';
import { TO_READ } from '../patch/read-path-state.ts';

const readAt = async (file: FileHandle, start: number, length: number): Promise<Buffer> => {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, start);
  return buffer.subarray(0, bytesRead);
};

/** A file's text; of a long one the beginning and the end, with the number of bytes between them. */
export const readEnds = async (
  path: string,
  most: number,
): Promise<{ readonly text: string; readonly leftOutBytes: number }> => {
  const file = await open(path, TO_READ).catch(() => null);
  if (file === null) return { text: '', leftOutBytes: 0 };
  try {
    const found = await file.stat();
    const size = found.isFile() ? found.size : 0;
    if (size <= most) return { text: (await readAt(file, 0, size)).toString('utf8'), leftOutBytes: 0 };
    const half = Math.floor(most / 2);
    const [head, tail] = [await readAt(file, 0, half), await readAt(file, size - half, half)];
    const leftOutBytes = size - 2 * half;
    return { text: `${head.toString('utf8')}\n[…]\n${tail.toString('utf8')}`, leftOutBytes };
  } finally {
    await file.close();
  }
};
