import type { PatchOp } from '../candidate/patch-op.ts';

/** A turn that was written before: what the model says and which tools it calls. */
export type MockTurn = {
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly input: unknown }[];
};

/** What a scripted model knows; the same brief gives the same turns, always. */
export type MockBrief = {
  /** `solution`: the task's gold patch as operations. */
  readonly task: { readonly id: string; readonly solution: readonly PatchOp[] };
  /** Of the agent's configuration, such as its digest: another configuration, other luck. */
  readonly configuration?: string;
  readonly seed?: number;
  /** Share of tasks that `mock:flaky` solves. */
  readonly skill?: number;
  /** Of the task itself, for `mock:script`. */
  readonly script?: readonly MockTurn[];
};

/** Null: this script has nothing to go by. */
export type MockScript = (brief: MockBrief) => readonly MockTurn[] | null;
