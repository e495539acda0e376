import type { Command } from 'commander';
import type { Session } from '../../wiring/session.ts';
import type { Terminal } from './terminal.ts';

/** What a command gets: where to write, how to set its exit code, and a session that is closed after it. */
export type CommandContext = {
  readonly terminal: Terminal;
  readonly done: (exitCode: number) => void;
  readonly session: Session;
};

export type CommandModule = { readonly build: (context: CommandContext) => Command };
