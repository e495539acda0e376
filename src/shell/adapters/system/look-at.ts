import { refusePath } from '../../../core/domain/candidate/refuse-path.ts';
import type { SeenFile } from '../../../core/objective/check-files.ts';
import { readPathState } from '../patch/read-path-state.ts';

/** The entry at a path below a folder; a path through a link has none. */
export const lookAt = async (root: string, path: string): Promise<SeenFile> => {
  const found = refusePath(path) === null ? await readPathState(root, path) : null;
  if (found === null) return { exists: false, text: null };
  const { state } = found;
  return {
    exists: true,
    text: state.is === 'file' ? Buffer.from(state.bytes).toString('utf8') : null,
  };
};
