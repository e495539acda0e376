import type { Formatted, SyntaxDifference } from '../../ports/code-analysis.ts';

/** What the analysis process can be asked; one at a time. */
export type AnalysisTask =
  | { readonly kind: 'format'; readonly path: string; readonly text: string }
  | { readonly kind: 'compare'; readonly path: string; readonly before: string; readonly after: string };

export type AnalysisReply =
  /** Everything is loaded: the time limit counts from here, so that a slow disk costs no file its formatter. */
  | { readonly stage: 'loaded' }
  | {
      readonly stage: 'done';
      readonly result: Formatted | SyntaxDifference;
      /** A WebAssembly module was left in an unknown state: start afresh. */
      readonly spent: boolean;
    };
