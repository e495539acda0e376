import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { asTranscript } from '../../../core/agent/text-protocol.ts';
import { measured, missing } from '../../../core/domain/measured.ts';
import { UserError } from '../../errors/user-error.ts';
import type { LanguageModel, ModelRequest } from '../../ports/models.ts';

const ID_LETTERS = 24;
const LONGEST_REPLY = 1_000_000;

const textOf = ({ system, messages }: ModelRequest): string => {
  const [first, ...more] = messages;
  const asked = first?.role === 'user' && more.length === 0 ? first.text : asTranscript(messages);
  return `${system}\n\n${asked}\n`;
};

/** Null: there is none yet. A link could lead anywhere. */
const readReply = async (path: string): Promise<string | null> => {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    },
  );
  if (file === null) return null;
  try {
    const buffer = Buffer.alloc(LONGEST_REPLY);
    const { bytesRead } = await file.read(buffer, 0, LONGEST_REPLY, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
};

/** The file is complete or absent; two processes may write the same request. */
const writeRequest = async (path: string, text: string): Promise<void> => {
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, text);
  await rename(temporary, path).catch(async (error: unknown) => {
    await rm(temporary, { force: true });
    throw error;
  });
};

/**
 * Requests as files for people, batch jobs and offline use: `ID.request.md` is answered by `ID.reply.json`. The id
 * comes from the request, so that the same question is answered once.
 */
export const openFileModel = async (named: string): Promise<LanguageModel> => {
  const folder = resolve(named);
  await mkdir(folder, { recursive: true }).catch((error: Error) => {
    throw new UserError(
      'model-folder',
      `${folder} cannot be used for requests: ${error.message}.`,
      'Choose a writable folder.',
    );
  });
  return {
    name: `file:${named}`,
    priced: true,
    expectUsd: () => measured(0),
    async complete(request) {
      if (request.tools.length > 0)
        return {
          ok: false,
          kind: 'refused',
          reason: 'answers single questions, and cannot work as an agent',
        };
      const text = textOf(request);
      const id = createHash('sha256').update(text).digest('hex').slice(0, ID_LETTERS);
      try {
        const reply = await readReply(join(folder, `${id}.reply.json`));
        if (reply === null) {
          await writeRequest(join(folder, `${id}.request.md`), text);
          return { ok: false, kind: 'waiting', reason: `has no ${id}.reply.json yet for ${id}.request.md` };
        }
        return {
          ok: true,
          text: reply,
          toolCalls: [],
          usage: missing('not-configured', 'a reply in a file does not report its usage'),
          costUsd: measured(0),
          model: `file:${named}`,
          stopped: 'done',
        };
      } catch (error) {
        return { ok: false, kind: 'refused', reason: `cannot use ${folder}: ${(error as Error).message}` };
      }
    },
  };
};
