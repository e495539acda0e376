import { InfrastructureError } from '../../../errors/user-error.ts';
import { findProgram, findSystemProgram } from './find-program.ts';

export const findGit = async (path: string): Promise<string> => {
  const git = (await findSystemProgram('git')) ?? (await findProgram('git', path.split(':')));
  if (git !== null) return git;
  throw new InfrastructureError('no-git', 'git is not installed.', 'Install git and try again.');
};
