// The server's answers. Most shapes are schemas of the domain, which the server checks answers with too.
import type { Leaderboard } from '../../../src/core/domain/bench/bench-leaderboard.ts';
import type { Panel, PanelOffer } from '../../../src/core/domain/evidence/panel.ts';
import type { PanelTests } from '../../../src/core/domain/evidence/panel-tests.ts';
import type { Probes } from '../../../src/core/domain/evidence/probes.ts';
import type { Flag } from '../../../src/core/domain/flags/flag.ts';
import type { Measured } from '../../../src/core/domain/measured.ts';
import type { Preference } from '../../../src/core/domain/run/preference.ts';
import type { Explanation as CandidateExplanation } from '../../../src/core/domain/window/candidate-view.ts';
import type { AgentTurn } from '../../../src/core/domain/window/transcript-view.ts';
import type { TimeView } from '../../../src/core/domain/window/timeline-view.ts';

export type { Flag } from '../../../src/core/domain/flags/flag.ts';
export type { Measured } from '../../../src/core/domain/measured.ts';
export type { ModelComparison } from '../../../src/core/domain/bench/model-comparison.ts';
export type { Conclusion, Ranking } from '../../../src/core/domain/run/conclusion.ts';
export type { Preference } from '../../../src/core/domain/run/preference.ts';
export type {
  CandidateView as CandidateDetail,
  CheckView as CheckRow,
  Explanation,
  ScoreInputView as ExplainedInput,
} from '../../../src/core/domain/window/candidate-view.ts';
export type {
  DiffFileView as DiffFile,
  DiffNote,
  DiffPart as DiffPatch,
  DiffView as DiffIndex,
} from '../../../src/core/domain/window/diff-view.ts';
export type {
  LogMatches as LogSearch,
  LogOutline,
  LogPage as LogPart,
  LogPlace,
  TestOutput,
} from '../../../src/core/domain/window/log-view.ts';
export type { RunList as RunPage, RunRow } from '../../../src/core/domain/window/run-row.ts';
export type {
  BenchmarkView as BenchmarkRun,
  ComparisonView as ComparisonRun,
  DimensionView as DimensionInfo,
  EvaluationView as EvaluationRun,
  FlagKindView as FlagKindInfo,
  RunView as AnyRun,
  TreeView as Tree,
} from '../../../src/core/domain/window/run-view.ts';
export type { TestMatrixView as Matrix } from '../../../src/core/domain/window/test-matrix-view.ts';
export type {
  FeedEvent as TraceMessage,
  TimeSpan as Span,
  TimeView as TimeAnswer,
} from '../../../src/core/domain/window/timeline-view.ts';
export type { AgentTurn as TraceTurn, TrialView } from '../../../src/core/domain/window/transcript-view.ts';
export type { WeightFlips as Flips, WhatIf } from '../../../src/core/domain/window/what-if.ts';

export type Lane = TimeView['lanes'][number];
export type ExplainedDimension = CandidateExplanation['dimensions'][number];

export type Status = {
  readonly engineVersion: string;
  readonly repository: string;
  readonly canChange: boolean;
  readonly live: number;
  readonly runs: number;
  readonly demo: { readonly offered: boolean; readonly reason: string | null };
};

export type ProbesAnswer = {
  readonly probes: Measured<Probes>;
  readonly alike: readonly { readonly names: readonly string[] }[];
  readonly text: readonly string[];
};

export type PanelAnswer = {
  readonly panel: Panel | null;
  /** All panellists together, the likeliest first. */
  readonly probabilities: readonly { readonly candidate: string; readonly probability: number }[];
  readonly tests: PanelTests | null;
  readonly offer: PanelOffer | null;
};

export type BracketAnswer = {
  readonly k: number;
  readonly candidates: readonly string[];
  readonly totals: readonly (number | null)[];
  readonly left_out: readonly { readonly name: string; readonly reason: string }[];
  readonly notes: readonly string[];
  readonly rounds: readonly {
    readonly groups: readonly (readonly number[])[];
    readonly winners: readonly number[];
  }[];
  readonly winnerIndex: number | null;
};

export type StoredEvent = { readonly event: string } & Readonly<Record<string, unknown>>;

export type MergeAnswer = {
  readonly candidate: string;
  readonly capabilities: readonly Flag[];
  readonly outcome: {
    readonly status: 'would-merge' | 'conflict' | 'merged';
    readonly branch: string;
    readonly how?: string;
    readonly commit?: string;
    readonly files?: readonly string[];
  };
  readonly confirm: string | null;
};

export type Preferences = { readonly preferences: readonly Preference[] };

export type BenchTrace = {
  readonly total: number;
  readonly from: number;
  readonly events: readonly StoredEvent[];
  readonly turns: readonly AgentTurn[];
};

/** Places are shares of the plot's frame. */
export type LeaderboardAnswer = {
  readonly board: Leaderboard;
  readonly judges: { readonly alpha: number | null; readonly reason: string | null };
  readonly plot: {
    readonly dots: readonly {
      readonly number: number;
      readonly name: string;
      readonly x: number;
      readonly y: number;
      readonly low: number | null;
      readonly high: number | null;
      readonly usd: number;
    }[];
    readonly unplaced: readonly { readonly number: number; readonly name: string; readonly reason: string }[];
    readonly ticks: readonly { readonly x: number; readonly label: string }[];
    readonly scale: 'linear' | 'log';
  };
};
