import type { Base } from '../../ports/git-repository.ts';
import { UserError } from '../../user-error.ts';
import type { AskRepository } from './ask-repository.ts';
import { closestNames } from './closest-names.ts';

const MAX_REFS = 2000;

/** Null: no commit of that name. A leading dash would be an option, a NUL cannot be an argument. */
export const resolveCommit = async (ask: AskRepository, ref: string): Promise<string | null> => {
  if (ref === '' || ref.startsWith('-') || ref.includes('\0')) return null;
  const run = await ask.run(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
  return run.code === 0 ? run.stdout.toString('utf8').trim() : null;
};

const knownNames = async (ask: AskRepository): Promise<readonly string[]> => {
  const format = ['--format=%(refname:short)', `--count=${MAX_REFS}`];
  const listed = await ask.must(['for-each-ref', ...format, 'refs/heads', 'refs/tags', 'refs/remotes']);
  return listed.split('\n').filter((name) => name !== '');
};

/** What to say after "no such ref": the nearest names, or how to list them. */
export const suggestNames = async (ask: AskRepository, wanted: string): Promise<string> => {
  const close = closestNames(wanted, await knownNames(ask));
  return close.length > 0
    ? `Did you mean ${close.join(' or ')}?`
    : 'See `git branch --all` for the names there are.';
};

/** The local branch that a ref names, HEAD included; a tag of the same name wins, as it does in git. */
const branchOf = async (ask: AskRepository, ref: string, commit: string): Promise<string | null> => {
  const run = await ask.run(['rev-parse', '--symbolic-full-name', ref]);
  const name = run.stdout.toString('utf8').trim();
  if (run.code !== 0 || !/^refs\/heads\/[^\n]+$/.test(name)) return null;
  return (await resolveCommit(ask, name)) === commit ? name : null;
};

/** A ref becomes hashes here and is never used again. */
export const resolveBase = async (ask: AskRepository, ref: string): Promise<Base> => {
  const commit = await resolveCommit(ask, ref);
  if (commit === null) {
    throw new UserError(
      'unknown-ref',
      `The repository has no commit named ${JSON.stringify(ref)}.`,
      await suggestNames(ask, ref),
    );
  }
  const [tree, branch] = await Promise.all([
    ask.must(['rev-parse', '--verify', `${commit}^{tree}`]),
    branchOf(ask, ref, commit),
  ]);
  return { ref, commit, tree: tree.trim(), branch };
};
