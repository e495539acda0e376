import type { OutputConfiguration } from 'commander';
import { printable } from '../../core/report/text/printable.ts';
import type { Terminal } from './terminal.ts';

type Said = { readonly sentence: string; readonly hint: string };

/** Errors of the command line parser, in the form of every other error: a sentence and a hint. */
export const usageError = (text: string, command: string): Said => {
  const [first = '', ...more] = text.trim().split('\n');
  const plain = first.replace(/^error: /, '');
  const sentence = `${plain.slice(0, 1).toUpperCase()}${plain.slice(1)}`;
  const guess = more.join(' ').replace(/^\(|\)$/g, '');
  return {
    sentence: /[.?!]$/.test(sentence) ? sentence : `${sentence}.`,
    hint: guess === '' ? `\`${command} --help\` shows the usage.` : guess,
  };
};

export const sayMistake = ({ note, paint }: Terminal, { sentence, hint }: Said): void => {
  note(`${paint.bad('error')} ${printable(sentence)}`);
  if (hint !== '') note(`${paint.accent('hint')}  ${printable(hint)}`);
};

/** Where the command line parser writes. */
export const parserOutput = (terminal: Terminal, command: string): OutputConfiguration => ({
  writeOut: (text) => terminal.print(text.trimEnd()),
  writeErr: (text) => terminal.note(text.trimEnd()),
  outputError: (text) => sayMistake(terminal, usageError(text, command)),
});
