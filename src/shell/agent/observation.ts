import type { Ran } from '../ports/workspaces.ts';
import type { CommandOutput } from '../ports/agent-workspace.ts';
import { printable } from '../../core/report/text/printable.ts';

/** A tool's answer. `failed`: it could not do what was asked; a failing test is an answer like any other. */
export type Observation = { readonly text: string; readonly failed: boolean };

export const success = (text: string): Observation => ({ text, failed: false });
export const refusal = (text: string): Observation => ({ text, failed: true });

const ending = (ran: Ran): string => {
  if (ran.status === 'exited') return `exit code ${ran.exitCode}`;
  if (ran.status === 'timed-out') return `stopped after ${Math.round(ran.timeoutMs / 1000)} s`;
  return ran.status === 'killed' ? `killed by ${ran.signal}` : `not started: ${ran.reason}`;
};

/** No duration: what a model sees must not vary with the clock. */
export const describeOutput = ({ ran, text, leftOutBytes }: CommandOutput): Observation => {
  const cut = leftOutBytes === 0 ? '' : `, ${leftOutBytes} bytes in the middle left out`;
  const output = printable(text);
  return { text: `[${ending(ran)}${cut}]\n${output}`, failed: ran.status === 'not-started' };
};
