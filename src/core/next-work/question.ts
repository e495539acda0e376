import type { OtherPlace } from '../domain/work/other-place.ts';
import { BASELINE } from '../domain/evidence/baseline.ts';
import type { CapturedDimension } from '../dimensions/dimensions.ts';

/** A dimension that is examined only if a policy weighs it, by its key. */
export type ExaminedDimension = CapturedDimension['key'];

/** A candidate's source against the proven tests of another author. */
export type CrossPair = {
  readonly candidate: string;
  readonly tree: string;
  readonly source: string;
  readonly author: string;
  readonly authorTree: string;
  /** Of these tests; empty: all tests have to run. */
  readonly files: readonly string[];
};

/** Tests to run once more; `files` null: the runner does not name their files. */
export type ChangedTests = { readonly ids: readonly string[]; readonly files: readonly string[] | null };

/**
 * A piece of work worth doing. `candidate` owns its logs, `tree` is the candidate's own tree, and `source` the tree on
 * which the base's tests run: its source with the base's harness.
 */
export type Question =
  /** The plan's checks on one source. */
  | { readonly kind: 'checks'; readonly candidate: string; readonly source: string }
  /** Diff and flags of the change itself. */
  | { readonly kind: 'change'; readonly candidate: string; readonly tree: string }
  | {
      readonly kind: 'dimension';
      readonly candidate: string;
      readonly tree: string;
      readonly dimension: ExaminedDimension;
    }
  /** The plan's checks with the candidate's own tests in its sources. */
  | {
      readonly kind: 'loosen';
      readonly candidate: string;
      readonly tree: string;
      readonly source: string;
    }
  /** Checks that ran out of time, with longer limits by check. */
  | {
      readonly kind: 'retry';
      readonly candidate: string;
      readonly source: string;
      readonly limitsMs: Readonly<Record<string, number>>;
    }
  /** The base's tests a second time. */
  | { readonly kind: 'base-repeat'; readonly candidate: typeof BASELINE }
  /** Broken base tests once more. */
  | {
      readonly kind: 'confirm';
      readonly candidate: string;
      readonly source: string;
      readonly broken: readonly string[];
      /** Null: the runner does not name the files of these tests. */
      readonly files: readonly string[] | null;
    }
  /** Tests that a candidate failed once and passed once, several times on the base. */
  | {
      readonly kind: 'base-unsteady';
      readonly candidate: typeof BASELINE;
      readonly tests: readonly string[];
      /** Null: the runner does not name the files of these tests. */
      readonly files: readonly string[] | null;
    }
  /** A candidate's added and changed tests, on its own source and on the base's. */
  | {
      readonly kind: 'own-tests';
      readonly candidate: string;
      readonly tree: string;
      readonly broken: readonly string[];
      readonly files: readonly string[];
    }
  /** All tests, on its own source and on the base's, with the data of tests that it changes. */
  | { readonly kind: 'data-tests'; readonly candidate: string; readonly tree: string }
  /** Tests of the base that failed there with that data, once more. */
  | {
      readonly kind: 'data-again';
      readonly candidate: string;
      readonly tree: string;
      readonly ids: readonly string[];
      /** Null: the runner does not name the files of these tests. */
      readonly files: readonly string[] | null;
    }
  | (CrossPair & { readonly kind: 'cross' })
  /** The same with no other author's tests present. */
  | (CrossPair & { readonly kind: 'cross-alone' })
  /** Base tests with changed expectations, in a workspace of their own. */
  | {
      readonly kind: 'control';
      readonly candidate: string;
      readonly source: string;
      readonly files: readonly string[];
      /** Tests that the candidate made pass. */
      readonly fixed: readonly string[];
      /** Tests that any candidate made pass and whose files the runner does not name. */
      readonly unplaced?: readonly string[];
    }
  /** The same again, and the base's version of the tests. */
  | {
      readonly kind: 'control-again';
      readonly candidate: string;
      readonly source: string;
      readonly files: readonly string[];
      readonly unplaced?: readonly string[];
    }
  /** Calls of changed functions and scripts left behind, on the base and on every candidate. */
  | {
      readonly kind: 'probe';
      readonly candidate: typeof BASELINE;
      /** For calls; 0: none are played. */
      readonly seconds: number;
      /** For scripts that reproduce the problem; 0: none are run. */
      readonly scriptSeconds: number;
      /** Those whose build does not fail. */
      readonly names: readonly string[];
      /** The likeliest that differ, for which a model proposes calls; absent: none is asked. */
      readonly proposals?: readonly string[];
    }
  /** The base's tests, and proven tests of its own, in other surroundings. */
  | {
      readonly kind: 'elsewhere';
      readonly candidate: string;
      readonly tree: string;
      /** Files of its proven tests; empty: it has none; `all`: all tests have to run. */
      readonly own: readonly string[] | 'all';
    }
  /** The same on the usual date, if too many tests of the base change on another. */
  | {
      readonly kind: 'elsewhere-today';
      readonly candidate: string;
      readonly tree: string;
      readonly own: readonly string[] | 'all';
    }
  /** The same with only the place changed, if the base gives no result with another clock and order. */
  | {
      readonly kind: 'elsewhere-moved';
      readonly candidate: string;
      readonly tree: string;
      readonly own: readonly string[] | 'all';
    }
  /** Tests that did not pass there: once more in both surroundings, and with only the place changed. */
  | {
      readonly kind: 'elsewhere-again';
      readonly candidate: string;
      readonly tree: string;
      readonly suite: ChangedTests | null;
      readonly own: ChangedTests | null;
      /** Absent: all that can be changed is. */
      readonly place?: 'moved' | 'elsewhere';
      /** The date was changed too: also with all but the date changed. */
      readonly dated?: true;
    }
  | {
      readonly kind: 'hidden-tests';
      readonly candidate: string;
      readonly source: string;
      /** In another place than the other tests, if that makes no difference to the base. */
      readonly place?: OtherPlace;
    }
  /** Tests written from the task alone, on the base and on every candidate. */
  | {
      readonly kind: 'panel-tests';
      readonly candidate: typeof BASELINE;
      /** Those whose build does not fail. */
      readonly names: readonly string[];
      /** Files of the base's tests, as far as the runner names them; null: their results are not known. */
      readonly ran: readonly string[] | null;
    }
  /** All candidates side by side; `findings`: what the checks found, for a second round. */
  | {
      readonly kind: 'panel';
      readonly candidate: typeof BASELINE;
      readonly findings: readonly { readonly candidate: string; readonly lines: readonly string[] }[] | null;
    };

export type QuestionKind = Question['kind'];
export type QuestionOf<K extends QuestionKind> = Extract<Question, { readonly kind: K }>;

const subjectOf = (question: Question): readonly string[] => {
  switch (question.kind) {
    case 'dimension':
      return [question.tree, question.dimension];
    case 'change':
      return [question.candidate];
    case 'own-tests':
    case 'loosen':
    case 'data-tests':
    case 'data-again':
    case 'elsewhere':
    case 'elsewhere-today':
    case 'elsewhere-moved':
    case 'elsewhere-again':
      return [question.candidate === BASELINE ? BASELINE : question.tree];
    case 'cross':
    case 'cross-alone':
      return [question.tree, question.authorTree];
    case 'base-repeat':
    case 'base-unsteady':
    case 'panel':
    case 'panel-tests':
    case 'probe':
      return [];
    default:
      return [question.candidate === BASELINE ? BASELINE : question.source];
  }
};

/** Equal for questions that ask the same thing. */
export const questionKey = (question: Question): string =>
  JSON.stringify([question.kind, ...subjectOf(question)]);
