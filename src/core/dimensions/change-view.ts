import type { AssessedFinding } from '../domain/evidence/assessment.ts';
import type { BenchmarkFacts } from '../domain/bench/benchmark-facts.ts';
import type { Measured } from '../domain/measured.ts';
import type { ConventionEvidence } from './convention/convention-evidence.ts';
import type { HumanLikeEvidence } from './human-like/human-like-evidence.ts';

/** A changed file; null: it does not exist on that side. */
export type ViewedFile = {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
};

/** What the bundled analysers report for a change: the same on every machine. */
export type ViewedAnalysis = {
  readonly quality: BenchmarkFacts['quality'];
  readonly tools: readonly string[];
  readonly findings: readonly AssessedFinding[];
  readonly notes: readonly string[];
};

/** `score` is missing if no reviewer gave a valid vote. */
export type ChangeReview = {
  readonly model: string;
  readonly score: Measured<number>;
  readonly replies: HumanLikeEvidence['replies'];
};

/** One change, as `capture` sees it. The shell implements it; a dimension has no other access to the outside. */
export type ChangeView = {
  /** The candidate's name; one of them if several have the same tree. */
  readonly candidate: string;
  /** Files that the change adds, edits or deletes, as UTF-8 text. */
  files(): Promise<readonly ViewedFile[]>;
  /** Names, imports, layers and schemas of the change compared with those of the base. */
  conventions(): Promise<ConventionEvidence>;
  /** Findings in changed lines, complexity and maintainability. */
  analyse(): Promise<ViewedAnalysis>;
  /** Votes of the reviewers configured in `[judges]`. */
  review(): Promise<ChangeReview>;
};
