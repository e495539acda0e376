import type { ReportSource } from './check.ts';

/** What one project contributes to a command that runs several. */
export type CommandPart = {
  /** Relative to the repository; empty: its root. */
  readonly folder: string;
  readonly command: string;
  /** The same without our reporter. */
  readonly plain?: string | undefined;
  readonly report: ReportSource;
  /** Extensions of its test files, if another part has the same folder; absent: any. */
  readonly extensions?: readonly string[] | undefined;
};

/** How some test files alone are run: by one command at the root, or by one in the folder of each project. */
export type SelectTests = { readonly command: string } | { readonly parts: readonly CommandPart[] };

/** Files that a part leaves start with this and its number. */
export const PART = 'part-';
export const STATUS = 'status';

/** Before the parsers of several projects. */
export const SEVERAL = 'several:';

/** `junit@backend`: what a parser is called that reads a report of a project in a folder. */
export const parserIn = (parser: string, folder: string): string =>
  folder === '' ? parser : `${parser}@${folder}`;

export const severalParsers = (parsers: readonly string[]): string => `${SEVERAL}${parsers.join(',')}`;

/** The command in a folder of the repository, whose name needs no quotes. */
export const inFolder = (folder: string, command: string): string =>
  folder === '' ? command : `cd ${folder} && ${command}`;

/** How such a command begins; the folder is its first group. */
export const IN_FOLDER = /^cd ([\w.@/-]+) && /;
