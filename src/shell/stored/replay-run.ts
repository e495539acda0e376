import { canonicalDocument } from '../../core/domain/json/canonical-json.ts';
import type { Conclusion } from '../../core/domain/run/conclusion.ts';
import type { Captured } from '../../core/domain/evidence/evidence.ts';
import { conclude } from '../../core/conclude/conclude.ts';
import type { RunPolicy } from '../../core/conclude/score-captured.ts';
import { type Unexamined, unexamined } from '../../core/next-work/unexamined.ts';
import type { RunStore } from '../ports/run-store.ts';
import { racePolicyOf } from '../../core/conclude/race-policy-of.ts';

export type Replay = {
  readonly captured: Captured;
  readonly conclusion: Conclusion;
  /** Null: another policy was requested, so there is nothing to compare with. */
  readonly identical: boolean | null;
  /** What the other policy would have examined and this run did not. */
  readonly unexamined: readonly Unexamined[];
};

/** Concludes again from stored evidence: byte for byte the same, or under another policy. */
export const replayRun = async (
  store: Pick<RunStore, 'load'>,
  id: string,
  policy?: RunPolicy,
): Promise<Replay> => {
  const { captured, config, conclusionBytes } = await store.load(id);
  const own = racePolicyOf(config);
  const conclusion = conclude(captured, policy ?? own, id);
  if (policy !== undefined)
    return { captured, conclusion, identical: null, unexamined: unexamined(captured, policy, own) };
  const identical = canonicalDocument(conclusion) === conclusionBytes;
  return { captured, conclusion, identical, unexamined: [] };
};
