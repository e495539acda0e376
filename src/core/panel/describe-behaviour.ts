import { BASELINE } from '../domain/evidence/baseline.ts';
import type { Leftover, LeftoverOutcome, ProbeOutcome, Probes } from '../domain/evidence/probes.ts';
import { oneLine } from '../judge/judge-prompt.ts';
import { distinctCalls, dividesCandidates } from '../probe/compare-plays.ts';
import { TASK } from '../probe/leftovers.ts';

const MOST_CALLS = 6;
const MOST_SCRIPTS = 4;
const LONGEST_CALL = 160;
const LONGEST_VALUE = 100;

const shown = (text: string, most: number): string => {
  const line = oneLine(text);
  return line.length <= most ? line : `${line.slice(0, most)} […]`;
};

const answerOf = ({ kind, type, text }: ProbeOutcome): string => {
  switch (kind) {
    case 'returned':
      return `returns ${shown(text, LONGEST_VALUE)}`;
    case 'threw':
      return `throws ${shown(type, LONGEST_VALUE)}`;
    case 'timeout':
      return 'does not end';
    case 'missing':
      return 'there is no such function';
    case 'unstable':
      return 'the answer changes from run to run';
  }
};

const resultOf = ({ kind, exitCode, text }: LeftoverOutcome): string => {
  switch (kind) {
    case 'answer':
      return `exits with ${exitCode ?? '?'}${text === '' ? '' : ` and ends with ${shown(text, LONGEST_VALUE)}`}`;
    case 'setup':
      return 'cannot start';
    case 'timeout':
      return 'does not end';
    case 'unstable':
      return 'the result changes from run to run';
  }
};

type Answered<T> = {
  readonly what: string;
  readonly outcomes: readonly T[];
  readonly say: (one: T) => string;
};

/** What one candidate does, how many others do the same, and what the base does; no other candidate is named. */
const compared = <T extends { readonly names: readonly string[] }>(
  { what, outcomes, say }: Answered<T>,
  name: string,
): readonly string[] => {
  const own = outcomes.find(({ names }) => names.includes(name));
  if (own === undefined) return [];
  const others = (names: readonly string[]): number =>
    names.filter((one) => one !== BASELINE && one !== name).length;
  const all = others(outcomes.flatMap(({ names }) => names));
  const base = outcomes.find(({ names }) => names.includes(BASELINE));
  const onBase = base === undefined ? '' : base === own ? '; so does the base' : `; the base: ${say(base)}`;
  const alike = others(own.names);
  const agree = alike === 0 ? 'no other candidate does' : `so do ${alike} of ${all} other candidates`;
  return [`${what}: ${say(own)}; ${agree}${onBase}`];
};

/**
 * What calls and scripts show about one candidate where candidates differ. `isSame`: another name for the same source,
 * so that copies get the same lines.
 */
export const describeBehaviour = (
  { calls, leftovers }: Pick<Probes, 'calls' | 'leftovers'>,
  name: string,
  isSame: (other: string) => boolean,
): readonly string[] => {
  const origin = ({ author, path }: Leftover): string =>
    author === TASK
      ? 'the example in the task'
      : `script ${shown(path, LONGEST_CALL)}, which ${isSame(author) ? 'it left itself' : 'another candidate left'}`;
  return [
    ...distinctCalls(calls)
      .slice(0, MOST_CALLS)
      .flatMap(({ call, outcomes }) =>
        compared({ what: `call ${shown(call, LONGEST_CALL)}`, outcomes, say: answerOf }, name),
      ),
    ...leftovers
      .filter(({ outcomes }) => dividesCandidates(outcomes))
      .slice(0, MOST_SCRIPTS)
      .flatMap((leftover) =>
        compared({ what: origin(leftover), outcomes: leftover.outcomes, say: resultOf }, name),
      ),
  ];
};
