import type { PatchOp } from '../candidate/patch-op.ts';

/** A scripted turn: what the model replies and which tools it calls. */
export type MockTurn = {
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly input: unknown }[];
};

/** What a scripted model knows; the same brief always gives the same turns. */
export type MockBrief = {
  /** `solution`: the task's gold patch as operations. */
  readonly task: { readonly id: string; readonly solution: readonly PatchOp[] };
  /** Of the agent's configuration, such as its digest: another configuration has other luck. */
  readonly configuration?: string;
  readonly seed?: number;
  /** Share of tasks that `mock:flaky` solves. */
  readonly skill?: number;
  /** Of the task itself, for `mock:script`. */
  readonly script?: readonly MockTurn[];
};

/** Null: there is nothing to follow for this script. */
export type MockScript = (brief: MockBrief) => readonly MockTurn[] | null;
