import type { Command } from 'commander';
import type { Terminal } from './terminal.ts';

/** What a command is given: where to write, and how to say its exit code. */
export type CommandContext = { readonly terminal: Terminal; readonly done: (exitCode: number) => void };

export type CommandModule = { readonly build: (context: CommandContext) => Command };
