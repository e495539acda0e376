import type { OutputConfiguration } from 'commander';
import { printable } from '../../../core/report/text/printable.ts';
import type { Terminal } from './terminal.ts';

type UsageError = { readonly message: string; readonly hint: string };

/** Errors of the command line parser, in the form of every other error: a message and a hint. */
export const usageError = (text: string, command: string): UsageError => {
  const [first = '', ...more] = text.trim().split('\n');
  const plain = first.replace(/^error: /, '');
  const message = `${plain.slice(0, 1).toUpperCase()}${plain.slice(1)}`;
  const guess = more.join(' ').replace(/^\(|\)$/g, '');
  return {
    message: /[.?!]$/.test(message) ? message : `${message}.`,
    hint: guess === '' ? `\`${command} --help\` shows the usage.` : guess,
  };
};

export const printError = ({ note, paint }: Terminal, { message, hint }: UsageError): void => {
  note(`${paint.bad('error')} ${printable(message)}`);
  if (hint !== '') note(`${paint.accent('hint')}  ${printable(hint)}`);
};

/** Where the command line parser writes. */
export const parserOutput = (terminal: Terminal, command: string): OutputConfiguration => ({
  writeOut: (text) => terminal.print(text.trimEnd()),
  writeErr: (text) => terminal.note(text.trimEnd()),
  outputError: (text) => printError(terminal, usageError(text, command)),
});
