import type { Command } from 'commander';
import type { Terminal } from './terminal.ts';

/** What a command receives: where to write, and how to set its exit code. */
export type CommandContext = { readonly terminal: Terminal; readonly done: (exitCode: number) => void };

export type CommandModule = { readonly build: (context: CommandContext) => Command };
