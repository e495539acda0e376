import { shellQuote } from '../domain/check/shell-quote.ts';
import { type CommandPart, inFolder, type SelectTests } from '../domain/check/command-part.ts';
import { pathsBelow } from '../domain/source/path-parts.ts';
import { severalCommand } from './several-parts.ts';
import { word } from './command-line.ts';
import { withoutOperands } from './command-flags.ts';
import type { ProgramCall } from './tool.ts';

/** Placeholder for the quoted paths. */
export const FILES = '{files}';

/** Protects a path that looks like a flag. */
const operand = (path: string): string => shellQuote(path.startsWith('-') ? `./${path}` : path);

const fill = (command: string, files: readonly string[]): string =>
  command.replaceAll(FILES, () => files.map(operand).join(' '));

/** The deepest of the folders that has the path. */
const ownerOf = (path: string, folders: readonly string[]): string | undefined =>
  folders
    .filter((folder) => folder === '' || path.startsWith(`${folder}/`))
    .sort((one, other) => other.length - one.length)[0];

const isOf = ({ extensions }: CommandPart, path: string): boolean =>
  extensions === undefined || extensions.includes(path.slice(path.lastIndexOf('.') + 1));

/** The command that runs these test files; those outside every project are left out. */
export const withFiles = (select: SelectTests, files: readonly string[]): string => {
  if ('command' in select) return fill(select.command, files);
  const folders = select.parts.map(({ folder }) => folder);
  const chosen = select.parts.flatMap((part, at) => {
    const own = files.filter((path) => ownerOf(path, folders) === part.folder && isOf(part, path));
    return own.length === 0
      ? []
      : [{ ...part, number: at + 1, command: fill(part.command, pathsBelow(part.folder, own)) }];
  });
  const [only] = chosen;
  if (only === undefined) return ': # no test file of a project';
  return select.parts.length === 1 ? inFolder(only.folder, only.command) : severalCommand(chosen);
};

/** The call with these words in place of the files and patterns that it was written with. */
export const selected = (
  call: ProgramCall,
  valued: ReadonlySet<string>,
  operands: readonly string[],
): ProgramCall => ({
  ...call,
  args: [...withoutOperands(call.args, valued), ...operands.map(word)],
});
