import type { CheckOutcome } from '../../../core/domain/check/check-outcome.ts';

/** What a person who waits wants to know. */
export type Progress =
  /** The run has a name from here on. */
  | { readonly type: 'run'; readonly id: string }
  | { readonly type: 'stage'; readonly text: string }
  | { readonly type: 'field'; readonly owners: readonly string[]; readonly checks: readonly string[] }
  | { readonly type: 'check-started'; readonly owner: string; readonly check: string }
  | {
      readonly type: 'check-ended';
      readonly owner: string;
      readonly check: string;
      readonly outcome: CheckOutcome;
      readonly reused: boolean;
      /** What the tests said, where they can be read: an exit code counts the copies that are there to fail. */
      readonly tests?: { readonly passed: number; readonly failed: number };
    }
  | { readonly type: 'owner-ended'; readonly owner: string; readonly note: string }
  | { readonly type: 'note'; readonly text: string };

export type OnProgress = (progress: Progress) => void;
