import type { SyntaxNodes } from '../../../core/domain/source/syntax-nodes.ts';
import type { ReportedSecret } from '../../../core/analyse/secrets/find-secrets.ts';
import type { RuffRules, RuleHit } from '../../../core/languages/parts/assessor.ts';
import type { CodeReading } from '../../ports/assessment.ts';
import type { Formatted, SyntaxDifference } from '../../ports/code-analysis.ts';

/** What the analysis process can be asked; one at a time. */
export type AnalysisTask =
  | { readonly kind: 'format'; readonly path: string; readonly text: string }
  | { readonly kind: 'compare'; readonly path: string; readonly before: string; readonly after: string }
  | { readonly kind: 'read'; readonly path: string; readonly text: string }
  | { readonly kind: 'measure'; readonly path: string; readonly text: string }
  | { readonly kind: 'ruff'; readonly text: string; readonly rules: RuffRules }
  | { readonly kind: 'secrets'; readonly path: string; readonly text: string };

/** Null: no grammar, or the parser does not accept the text. */
export type ReadNodes = { readonly nodes: SyntaxNodes | null };

/** Null: the parser does not accept the text. */
export type MeasuredSource = { readonly reading: CodeReading | null };
export type RuffHits = { readonly hits: readonly RuleHit[] | null };
export type SecretHits = { readonly secrets: readonly ReportedSecret[] | null };

export type AnalysisReply =
  /** Everything is loaded: the time limit counts from here, so that a slow disk costs no file its formatter. */
  | { readonly stage: 'loaded' }
  | {
      readonly stage: 'done';
      readonly result: Formatted | SyntaxDifference | ReadNodes | MeasuredSource | RuffHits | SecretHits;
      /** A WebAssembly module was left in an unknown state: start afresh. */
      readonly spent: boolean;
    };
export type AnalysisResult = Extract<AnalysisReply, { stage: 'done' }>['result'];
