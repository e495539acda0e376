import { findFlagKind } from '../analyse/flags/flag-catalogue.ts';
import type { PipelineReport } from '../domain/run/pipeline-report.ts';
import type { Refinement, RefineItem } from '../domain/run/refinement.ts';
import type { ConventionBreach } from '../domain/candidate/source-change.ts';
import { round4 } from '../math/round4.ts';
import { cleanLine, cleanLines } from '../report/text/clean-text.ts';

export const DEFAULT_THRESHOLD = 0.8;
const MOST_ITEMS = 60;
const MOST_TESTS = 20;
const MOST_LOG_LINES = 60;
const MOST_WORDS = 30;
const ENOUGH_WORDS = 0.8;
const LONGEST_CHECK = 80;

type ReportKey = 'mergeable' | 'gates' | 'failed_checks' | 'failed_tests' | 'findings' | 'flags';
type ReportedFacts = { readonly [Key in ReportKey]?: PipelineReport[Key] | undefined };

/** What is known of a candidate. All of it may be untrusted text. */
export type RefineInput = {
  readonly candidate: string;
  /** 0 to 1. */
  readonly total: number | null;
  readonly report: ReportedFacts | null;
  readonly breaches: readonly ConventionBreach[];
  readonly vocabulary: { readonly match: number | null; readonly words: readonly string[] };
  /** Why the candidate could not be examined. */
  readonly refused: string | null;
};

const gateItems = ({ report, refused }: RefineInput): readonly RefineItem[] => [
  ...(refused === null ? [] : [{ kind: 'gate', gate: 'applies', reason: cleanLine(refused) } as const]),
  ...Object.entries(report?.gates ?? {}).map(([gate, reason]): RefineItem => ({
    kind: 'gate',
    gate: cleanLine(gate, LONGEST_CHECK),
    reason: cleanLine(reason),
  })),
];

const checkItems = ({ report }: RefineInput): readonly RefineItem[] =>
  (report?.failed_checks ?? []).map(({ check, command, ended, log }) => ({
    kind: 'check',
    check: cleanLine(check, LONGEST_CHECK),
    command: cleanLine(command),
    ended: cleanLine(ended),
    tests:
      check === 'test' ? (report?.failed_tests ?? []).slice(0, MOST_TESTS).map((id) => cleanLine(id)) : [],
    log: cleanLines(log.slice(0, MOST_LOG_LINES).join('\n')).map((line) => line.slice(0, 300)),
  }));

const findingItems = ({ report }: RefineInput): readonly RefineItem[] =>
  (report?.findings ?? []).map(({ severity, rule, file, line, message }) => ({
    kind: 'finding',
    severity,
    rule: cleanLine(rule, LONGEST_CHECK),
    file: cleanLine(file),
    line,
    message: cleanLine(message),
  }));

const flagItems = ({ report }: RefineInput): readonly RefineItem[] =>
  (report?.flags ?? []).map(({ id, sentence, file, line }) => ({
    kind: 'flag',
    flag: cleanLine(id, LONGEST_CHECK),
    sentence: cleanLine(sentence),
    file: file === undefined ? null : cleanLine(file),
    line: line ?? null,
    advice: findFlagKind(id)?.advice ?? '',
  }));

const conventionItems = ({ breaches, vocabulary }: RefineInput): readonly RefineItem[] => {
  const { match, words } = vocabulary;
  const strange = match !== null && match < ENOUGH_WORDS && words.length > 0;
  return [
    ...breaches.map(({ rule, path, found, expected }): RefineItem => ({
      kind: 'convention',
      rule,
      path: cleanLine(path),
      found: cleanLine(found),
      expected: cleanLine(expected),
    })),
    ...(strange
      ? [
          {
            kind: 'convention',
            rule: 'vocabulary',
            path: null,
            found: `identifierMatch ${match.toFixed(2)}`,
            expected: words
              .slice(0, MOST_WORDS)
              .map((word) => cleanLine(word, LONGEST_CHECK))
              .join(', '),
          } as const,
        ]
      : []),
  ];
};

/** What to fix, the worst first; nothing if the total is high enough and every gate is open. */
export const refineCandidate = (input: RefineInput, threshold: number = DEFAULT_THRESHOLD): Refinement => {
  if (!(threshold >= 0 && threshold <= 1)) throw new RangeError('a threshold is a number from 0 to 1');
  const { candidate, total, report, refused } = input;
  const needed = total === null || total < threshold || refused !== null || report?.mergeable === false;
  const items = needed
    ? [gateItems, checkItems, flagItems, findingItems, conventionItems].flatMap((list) => list(input))
    : [];
  return {
    candidate: cleanLine(candidate, LONGEST_CHECK),
    total: total === null ? null : round4(total),
    threshold,
    needed,
    items: items.slice(0, MOST_ITEMS),
    left_out: Math.max(0, items.length - MOST_ITEMS),
  };
};
