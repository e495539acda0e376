import { BASELINE } from '../../domain/evidence/baseline.ts';
import type {
  Leftover,
  LeftoverOutcome,
  ProbedCall,
  ProbeOutcome,
  Probes,
} from '../../domain/evidence/probes.ts';
import type { Measured } from '../../domain/measured.ts';
import { type BehaviourCluster, clustersOf, type ProbeFacts, probeFacts } from '../../probe/behaviour.ts';
import { distinctCalls, dividesCandidates } from '../../probe/compare-plays.ts';
import { showUsd } from '../bench/show-amount.ts';
import { printableLine } from '../text/printable.ts';
import { plural } from '../../text/amounts.ts';

const MOST_NAMES = 6;
const LONGEST_VALUE = 80;
const LONGEST_CALL = 120;
/** In a report on a whole run; `hydra probe` shows all. */
const MOST_SHOWN = 4;

const listed = (names: readonly string[]): string => {
  const shown = names.slice(0, MOST_NAMES).map((name) => (name === BASELINE ? 'the base' : name));
  const left = names.length - shown.length;
  const all = left > 0 ? [...shown, `${left} more`] : shown;
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
};

const many = (names: readonly string[], one: string, several: string): string =>
  names.length > 1 ? several : one;

const doing = ({ names, kind, how, type, text }: ProbeOutcome): string => {
  const value = printableLine(text, LONGEST_VALUE);
  const cause = value === '' ? printableLine(type, LONGEST_VALUE) : value;
  if (how === 'error') return `${many(names, 'returns an error', 'return an error')} (${cause})`;
  if (how === 'panic') return `${many(names, 'panics', 'panic')} (${cause})`;
  switch (kind) {
    case 'returned':
      return `${many(names, 'returns', 'return')} ${value}`;
    case 'threw':
      return `${many(names, 'throws', 'throw')} ${printableLine(type, LONGEST_VALUE)}`;
    case 'timeout':
      return many(names, 'does not end', 'do not end');
    case 'missing':
      return many(names, 'has no such function', 'have no such function');
    case 'unstable':
      return many(names, 'changes its answer', 'change their answers');
  }
};

/** `parse('1h30')`: A and C return 5400, B throws ValueError. */
export const callSentence = ({ call, outcomes }: ProbedCall): string =>
  `\`${printableLine(call, LONGEST_CALL)}\`: ${outcomes.map((one) => `${listed(one.names)} ${doing(one)}`).join(', ')}`;

const answering = ({ names, kind, exitCode, text }: LeftoverOutcome): string => {
  switch (kind) {
    case 'answer':
      return `${many(names, 'exits', 'exit')} with ${exitCode ?? '?'}${text === '' ? '' : ` (${printableLine(text, LONGEST_VALUE)})`}`;
    case 'setup':
      return 'cannot start it';
    case 'timeout':
      return many(names, 'does not end', 'do not end');
    case 'unstable':
      return many(names, 'changes its answer', 'change their answers');
  }
};

/** `repro.py` of A: A and C exit with 0, the base exits with 1. */
export const leftoverSentence = ({ author, path, outcomes }: Leftover): string =>
  `\`${printableLine(path, LONGEST_CALL)}\` of ${author}: ${outcomes.map((one) => `${listed(one.names)} ${answering(one)}`).join(', ')}`;

const factSentences = ({ name, ownCrashes, onlyOnTests }: ProbeFacts): readonly string[] => [
  ...(ownCrashes === 0
    ? []
    : [`${name} alone fails on ${plural(ownCrashes, 'call')} that all others answer`]),
  ...(onlyOnTests === 0
    ? []
    : [
        `${name} answers like the base on ${plural(onlyOnTests, 'call')} next to those that tests make, while others do not`,
      ]),
];

const clusterSentence = (clusters: readonly BehaviourCluster[]): readonly string[] =>
  clusters.length < 2
    ? []
    : [`alike in everything tried: ${clusters.map(({ names }) => listed(names)).join(' | ')}`];

const playedSentence = ({ played, alike, unstable, functions, names }: Probes): string => {
  const candidates = names.filter((name) => name !== BASELINE).length;
  const different = played - alike - unstable;
  return `${played} calls of ${functions.length} functions on ${candidates} candidates: ${different} tell them apart, ${alike} do not${unstable === 0 ? '' : `, ${unstable} are not repeatable`}`;
};

const proposedSentence = ({ proposed }: Probes): readonly string[] => {
  if (proposed === undefined) return [];
  const { model, calls, costUsd, waiting } = proposed;
  const by = `${printableLine(model, LONGEST_VALUE)}, ${costUsd.known ? showUsd(costUsd.value) : 'cost unknown'}`;
  if (waiting === true) return [`calls are still to be proposed (${by})`];
  return [
    calls.known
      ? `${plural(calls.value, 'call')} proposed by a model (${by})`
      : `no calls were proposed (${by}): ${printableLine(calls.reason, 300)}`,
  ];
};

/** Why a run may have no probes. */
export const NOT_PROBED =
  'fewer than two candidates that may win differ, or there is no script to run and calls would not settle the decision';

/** The probes' results, the most informative first; `all`: every stored call. */
export const probeLines = (probes: Measured<Probes> | undefined, all = false): readonly string[] => {
  if (probes === undefined) return [];
  if (!probes.known) return all ? [`not probed: ${printableLine(probes.reason)}`] : [];
  const { value } = probes;
  const calls = all ? value.calls : distinctCalls(value.calls).slice(0, MOST_SHOWN);
  const leftovers = all
    ? value.leftovers
    : value.leftovers.filter(({ outcomes }) => dividesCandidates(outcomes));
  return [
    ...(all && value.played > 0 ? [playedSentence(value)] : []),
    ...calls.map(callSentence),
    ...leftovers.map(leftoverSentence),
    ...proposedSentence(value),
    ...probeFacts(value).flatMap(factSentences),
    ...clusterSentence(clustersOf(value)),
    ...(all ? value.notes.map((note) => printableLine(note)) : []),
  ];
};

/** The same as data. */
export const probeJson = (probes: Probes): object => ({
  ...probes,
  clusters: clustersOf(probes),
  candidates: probeFacts(probes),
});
