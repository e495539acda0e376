import { refusePath } from '../../../core/domain/candidate/refuse-path.ts';
import type { SeenFile } from '../../../core/objective/check-files.ts';
import { readStanding } from '../patch/read-standing.ts';

/** What stands at a path below a folder; a way through a link leads nowhere. */
export const lookAt = async (root: string, path: string): Promise<SeenFile> => {
  const found = refusePath(path) === null ? await readStanding(root, path) : null;
  if (found === null) return { exists: false, text: null };
  const { standing } = found;
  return {
    exists: true,
    text: standing.is === 'file' ? Buffer.from(standing.bytes).toString('utf8') : null,
  };
};
