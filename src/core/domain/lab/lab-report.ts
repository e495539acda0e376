export type LabInterval = { readonly low: number; readonly high: number };

export type ReliabilityBin = {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** Mean probability and share that was right; null for an empty bin. */
  readonly probability: number | null;
  readonly right: number | null;
};

export type Calibration = {
  readonly forecasts: number;
  /** Mean distance between probability and outcome over the bins, weighted by their size. */
  readonly ece: number;
  readonly brier: number;
  readonly bins: readonly ReliabilityBin[];
};

export type LabOptions = { readonly seed: number; readonly resamples: number };

/** An estimate with the intervals of drawing tasks, and of drawing whole repositories, again. */
export type LabEstimate = {
  readonly value: number | null;
  readonly over_tasks: LabInterval | null;
  readonly over_repositories: LabInterval | null;
};

/** What became of one task. */
export type LabInstance = {
  readonly task: string;
  readonly repo: string;
  /** Some candidates are right, some wrong, and all outcomes are known: it counts for recovery. */
  readonly decisive: boolean;
  readonly pick: string | null;
  /** Was the named winner right? Null: none was named, or its outcome is unknown. */
  readonly right: boolean | null;
  /** Share that is right among all candidates, and among those that lead; null if not decisive. */
  readonly random: number | null;
  readonly selected: number | null;
  /** Null: unknown. */
  readonly candidates: readonly {
    readonly candidate: string;
    readonly right: boolean | null;
    readonly probability: number | null;
  }[];
  readonly reason: string;
};

export type SelectorReport = {
  readonly selector: string;
  readonly summary: string;
  /** Was it fitted on the other repositories before it was asked about one? */
  readonly fitted: boolean;
  /** Tasks that it could be asked about; the first reason why it could not be asked about others. */
  readonly tasks: number;
  readonly decisive: number;
  readonly skipped: { readonly tasks: number; readonly reason: string } | null;
  readonly random: number | null;
  readonly selected: LabEstimate;
  readonly recovery: LabEstimate;
  readonly named: {
    readonly winners: number;
    readonly abstentions: number;
    /** Winners whose outcome is unknown count for neither side. */
    readonly unknown: number;
    readonly precision: number | null;
  };
  readonly calibration: Calibration | null;
  readonly instances: readonly LabInstance[];
};

export type LabReport = {
  readonly tasks: number;
  readonly repositories: number;
  readonly candidates: number;
  readonly options: LabOptions;
  readonly selectors: readonly SelectorReport[];
};
