import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { CandidateSource } from '../../../../core/domain/candidate/candidate.ts';
import { UserError } from '../../../errors/user-error.ts';
import type { AskRepository } from './ask-repository.ts';
import { resolveCommit, suggestNames } from './resolve-base.ts';

/** A file is a patch, or operations if its name ends in .json; a folder is a tree to compare; anything else must name a commit. */
export const classifySource = async (ask: AskRepository, at: string): Promise<CandidateSource> => {
  const found = at === '' || at.includes('\0') ? null : await stat(resolve(at)).catch(() => null);
  if (found?.isFile()) return { kind: /\.json$/i.test(at) ? 'ops' : 'patch', at };
  if (found?.isDirectory()) return { kind: 'folder', at };
  const commit = await resolveCommit(ask, at);
  if (commit !== null) return { kind: 'commit', at, commit };
  const shown = JSON.stringify(at);
  throw new UserError(
    'unknown-source',
    found
      ? `${shown} is neither a file nor a folder.`
      : `${shown} is not a file, folder, branch or commit of the repository.`,
    found
      ? 'Save the patch to a regular file.'
      : /\.(?:patch|diff|json)$/i.test(at)
        ? `There is no such file in ${dirname(resolve(at))}.`
        : await suggestNames(ask, at),
  );
};
