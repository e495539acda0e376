import type { HydraConfig } from '../../core/domain/policy/hydra-config.ts';
import { LONGEST_TASK } from '../../core/domain/policy/selection-policy.ts';
import type { Base, GitRepository } from '../ports/git-repository.ts';
import { UserError } from '../errors/user-error.ts';

/** A single word with a dot or a slash is a path, not a task. */
export const looksLikePath = (text: string): boolean => /^\S{1,500}$/.test(text) && /[./\\]/.test(text);

const bounded = (text: string): { readonly task: string | null; readonly notes: readonly string[] } => {
  const task = text.trim();
  if (task === '') return { task: null, notes: [] };
  if (task.length <= LONGEST_TASK) return { task, notes: [] };
  const note = `the task has ${task.length} characters: only the first ${LONGEST_TASK} are used`;
  return { task: task.slice(0, LONGEST_TASK), notes: [note] };
};

/** The task: as given, else from hydra.toml, whose file is read from the base. */
export const planTask = async (
  repository: Pick<GitRepository, 'readText'>,
  base: Base,
  { selection, judges }: Pick<HydraConfig, 'selection' | 'judges'>,
  given: string | undefined,
): Promise<{ readonly task: string | null; readonly notes: readonly string[] }> => {
  if (given !== undefined) return bounded(given);
  const configured = selection.task.trim() === '' ? judges.task : selection.task.trim();
  if (!looksLikePath(configured)) return bounded(configured);
  const text = await repository.readText(base.tree, configured);
  if (text !== null) return bounded(text);
  throw new UserError(
    'task-file',
    `[selection] task names ${configured}, which the base does not have.`,
    'Commit the file, or give the task with --task.',
  );
};
