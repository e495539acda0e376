import type { BaseHealth } from '../../domain/evidence/base-health.ts';
import { cleanLine } from '../text/clean-text.ts';

const LONGEST_COMMAND = 100;

/** The headline on the base: its health, the likeliest cause, and what helps. */
export const baseHealthSentences = ({ sentence, level, findings }: BaseHealth): readonly string[] => [
  cleanLine(sentence, 400),
  ...findings.map(
    ({ cause, sentence: seen, help, times }, at) =>
      `${cause === 'installation' || level === 'healthy' ? 'Note' : at === 0 ? 'Likeliest cause' : 'Also'}: ${cleanLine(seen)}${times > 1 ? ` (${times} times)` : ''}; ${cleanLine(help)}.`,
  ),
];

/** The commands that ran on it. */
export const baseCommands = ({ commands }: BaseHealth): string =>
  commands.map(({ step, command }) => `${step}: ${cleanLine(command, LONGEST_COMMAND)}`).join('; ');
