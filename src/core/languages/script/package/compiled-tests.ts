import type { Segment } from '../../../commands/command-line.ts';
import { operandsOf } from '../../../commands/instrument-command.ts';
import type { RepoFacts } from '../../../domain/source/repo-facts.ts';
import { matchGlob } from '../../../text/match-glob.ts';
import { scriptTestRunners } from '../test-runners.ts';

/** Others are called with expressions, or compile for themselves. */
const BY_PATH = scriptTestRunners.filter(({ id }) => id === 'node:test' || id === 'mocha');
const PATH = /[/*]|\.\w+$|^(?:dist|build|built|lib|out|output|compiled|tmp|temp)$/;
const OTHER_SYNTAX = /[()[\]!$]/;
const MOST_FILES = 100_000;

const literalFolder = (pattern: string): string => {
  const literal = pattern.slice(0, pattern.search(/[*?{()[\]!$]|$/));
  return literal === pattern ? pattern : literal.slice(0, literal.lastIndexOf('/') + 1);
};

const isTracked = (operand: string, files: readonly string[]): boolean => {
  const path = operand.replace(/^(?:\.\/)+/, '');
  if (/[*?{]/.test(path) && !OTHER_SYNTAX.test(path)) return files.slice(0, MOST_FILES).some(matchGlob(path));
  const folder = literalFolder(path).replace(/\/+$/, '');
  return ['', '.'].includes(folder) || files.some((file) => file === folder || file.startsWith(`${folder}/`));
};

/** Does the runner take files that an earlier step makes? Then it cannot be given test files of the repository. */
export const runsCompiledTests = (
  { files }: Pick<RepoFacts, 'files'>,
  segments: readonly Segment[] | null,
): boolean => {
  const paths = operandsOf(segments ?? [], BY_PATH).filter((text) => PATH.test(text));
  return paths.length > 0 && paths.every((path) => !isTracked(path, files));
};
