import type { RunStore, VerifyProblem } from '../ports/run-store.ts';

export type Verification = {
  readonly run: string;
  readonly intact: boolean;
  readonly problems: readonly VerifyProblem[];
};

/** Checks that every byte of the run is still as written. */
export const verifyRun = async (store: Pick<RunStore, 'verify'>, id: string): Promise<Verification> => {
  const problems = await store.verify(id);
  return { run: id, intact: problems.length === 0, problems };
};
