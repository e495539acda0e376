import type * as z from 'zod';
import type { CheckKind } from '../domain/check/check.ts';
import type { CheckCounts } from '../domain/source/convention-facts.ts';
import type { Ranking } from '../domain/run/conclusion.ts';
import { mapMeasured, missing, type Measured } from '../domain/measured.ts';
import type { ChangeView } from './change-view.ts';
import type { RaceInput } from './race-input.ts';

/** A dimension whose score needs more than the checks: its evidence is stored, so a replay can score it again. */
export type DimensionEvidence<Schema extends z.ZodType = z.ZodType> = {
  /** Name of the field in the stored evidence of a candidate. */
  readonly field: string;
  readonly schema: Schema;
  /** Runs once per changed tree if the policy weighs the dimension. An infrastructure error is recorded as missing. */
  capture(change: ChangeView): Promise<Measured<z.output<Schema>>>;
  /** Optional: adjusts the captured values of all changes together. */
  reconcile?(found: readonly Found<z.output<Schema>>[]): readonly Found<z.output<Schema>>[];
  /** The score from 0 to 1. `checks` counts what lint, types and tests reported. */
  share(found: z.output<Schema>, checks: () => CheckCounts): Measured<number>;
  /** The inputs of the share, for people; `ranking` has the scores of the models that make it up. */
  inputs?(found: z.output<Schema>, ranking: Pick<Ranking, 'conventions'>): readonly ScoreInput[];
  /** True: a candidate for which infrastructure failed to capture it is not scored and cannot win. */
  readonly blocksOnFailure: boolean;
  /** False: the same question may get another answer next time, so the run is not reused. */
  readonly reusable: boolean;
};

export type Found<Value> = { readonly candidate: string; readonly found: Measured<Value> };

/** One of the things that a number counts. Its line in a log is found by the first of these texts that any line has. */
export type Counted = {
  readonly text: string;
  readonly find: readonly string[];
  /** The owner of the log, if it is not the number's own. */
  readonly of?: 'baseline';
};

/** A place in the candidate's change that a number comes from. */
export type ChangePlace = {
  readonly text: string;
  /** Null: any file that contains the word. */
  readonly path: string | null;
  /** 0: the whole file. Absent: the first added line that has `word`. */
  readonly line?: number;
  readonly word?: string;
};

/** A number that a score is computed from. */
export type ScoreInput = {
  readonly name: string;
  readonly value: number | string | boolean | null;
  /** Whose: the candidate's, the base's, or a setting of the policy. */
  readonly of: 'candidate' | 'baseline' | 'policy' | 'field';
  /** The kind of check that reported it. */
  readonly check?: CheckKind;
  /** The first few of what it counts. */
  readonly counts?: readonly Counted[];
  /** The first few places in the change that it comes from. */
  readonly places?: readonly ChangePlace[];
  /** The original words. */
  readonly quote?: string;
  /** Its source, if that is not a line of a log or of the change. */
  readonly note?: string;
};

/** How a score is computed, for people: shown next to the number. */
export type ScoreExplanation = {
  readonly formula: string;
  inputs(input: RaceInput): readonly ScoreInput[];
};

/** One dimension of a race. `dimensions.ts` lists them all. */
export type Dimension = {
  /** Key in `[scoring.weights]` and in the breakdown of a ranking. */
  readonly key: string;
  /** Column title in the ranking. */
  readonly title: string;
  /** Default weight; null: not scored, and not captured, unless the policy sets a weight. */
  readonly weight: number | null;
  /** Description of the key in the configuration reference. */
  readonly description: string;
  /** From 0 to 100. */
  score(input: RaceInput): Measured<number>;
  /** Absent: only the score itself can be shown. */
  readonly explain?: ScoreExplanation;
  /** A remark on a measured score; null: none. */
  remark?(input: RaceInput): string | null;
  /** Another dimension that is inactive while this one is weighed and `when` holds. */
  readonly replaces?: {
    readonly key: string;
    readonly reason: string;
    when(input: RaceInput): boolean;
  };
  readonly evidence?: DimensionEvidence;
};

/** For a dimension with evidence: the share that its own model computes. */
export const explainShare = (key: string, formula: string): ScoreExplanation => ({
  formula,
  inputs: ({ candidate: { shares } }) => {
    const share = shares?.[key];
    return share === undefined
      ? []
      : [
          {
            name: 'share',
            value: share.known ? share.value : null,
            of: 'candidate',
            note: 'the inputs below',
          },
        ];
  },
});

/** The `score` of a dimension with evidence: its share on the scale of a race. */
export const shareScore =
  (key: string, notCaptured: string) =>
  ({ candidate: { shares } }: Pick<RaceInput, 'candidate'>): Measured<number> => {
    const share = shares?.[key];
    return share === undefined
      ? missing('not-configured', notCaptured)
      : mapMeasured(share, (value) => 100 * value);
  };
