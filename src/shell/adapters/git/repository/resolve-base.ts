import type { Base } from '../../../ports/git-repository.ts';
import { UserError } from '../../../errors/user-error.ts';
import type { AskRepository } from './ask-repository.ts';
import { closestNames } from './closest-names.ts';

const MAX_REFS = 2000;

const OBJECT_ID = /^[0-9a-f]{40,64}$/;
const IS_EXPRESSION = /[@^~:{]/;

/** A leading dash would be an option, a NUL cannot be an argument. */
const canBeRef = (text: string): boolean => text !== '' && !text.startsWith('-') && !text.includes('\0');

/** Null: no commit of that name. */
export const resolveCommit = async (ask: AskRepository, ref: string): Promise<string | null> => {
  if (!canBeRef(ref)) return null;
  const run = await ask.run(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
  return run.code === 0 ? run.stdout.toString('utf8').trim() : null;
};

const knownNames = async (ask: AskRepository): Promise<readonly string[]> => {
  const format = ['--format=%(refname:short)', `--count=${MAX_REFS}`];
  const listed = await ask.must(['for-each-ref', ...format, 'refs/heads', 'refs/tags', 'refs/remotes']);
  return listed.split('\n').filter((name) => name !== '');
};

/** What to print after "no such ref": the closest names, or how to list them. */
export const suggestNames = async (ask: AskRepository, wanted: string): Promise<string> => {
  const close = closestNames(wanted, await knownNames(ask));
  return close.length > 0
    ? `Did you mean ${close.join(' or ')}?`
    : 'List the branches with `git branch --all`.';
};

type Named = { readonly commit: string; readonly tree: string; readonly symbol: string };

/** Everything about a ref in one call; null if it names no commit, or more than one. */
const resolveAtOnce = async (ask: AskRepository, ref: string): Promise<Named | null> => {
  if (!canBeRef(ref)) return null;
  const run = await ask.run(['rev-parse', `${ref}^{commit}`, `${ref}^{tree}`, '--symbolic-full-name', ref]);
  const [commit = '', tree = '', symbol = '', ...rest] = run.stdout.toString('utf8').trimEnd().split('\n');
  const named = run.code === 0 && rest.length === 0 && OBJECT_ID.test(commit) && OBJECT_ID.test(tree);
  return named ? { commit, tree, symbol } : null;
};

/** The local branch that a ref names, HEAD included; a tag of the same name wins, as in git. */
const branchOf = async (ask: AskRepository, ref: string, named: Named): Promise<string | null> => {
  if (!named.symbol.startsWith('refs/heads/')) return null;
  // A former state of a branch is not the branch, though git prints its name.
  if (!IS_EXPRESSION.test(ref)) return named.symbol;
  return (await resolveCommit(ask, named.symbol)) === named.commit ? named.symbol : null;
};

/** A ref is resolved to hashes here and never used again. */
export const resolveBase = async (ask: AskRepository, ref: string): Promise<Base> => {
  const named = await resolveAtOnce(ask, ref);
  if (named === null) {
    throw new UserError(
      'unknown-ref',
      `The repository has no commit named ${JSON.stringify(ref)}.`,
      await suggestNames(ask, ref),
    );
  }
  return { ref, commit: named.commit, tree: named.tree, branch: await branchOf(ask, ref, named) };
};
