import type { TreeEvidence } from '../../core/domain/evidence/evidence.ts';
import type { RunStore } from '../ports/run-store.ts';

type Runs = TreeEvidence['runs'];
const BASE_INSTALL = 'baseline/install.log';

/** A candidate that did not change a manifest used the base's installation. */
const installLog = async (store: RunStore, id: string, runs: Runs): Promise<Uint8Array | null> => {
  const [some] = runs.flatMap(({ outcome }) => (outcome.status === 'not-started' ? [] : [outcome.log.path]));
  const own = some === undefined ? null : await store.findLog(id, some.replace(/[^/]*$/, 'install.log'));
  return own ?? store.findLog(id, BASE_INSTALL);
};

/** A check's output; standard output has its own file if a parser reads it alone. Null: no such check. */
export const readCheckLog = async (
  store: RunStore,
  id: string,
  runs: Runs,
  wanted: string,
): Promise<string | null> => {
  const run = runs.find(({ check: { name, kind } }) => name === wanted || kind === wanted);
  if (run === undefined) {
    const installed = wanted === 'install' ? await installLog(store, id, runs) : null;
    return installed === null ? null : Buffer.from(installed).toString('utf8');
  }
  if (run.outcome.status === 'not-started') return `not started: ${run.outcome.reason}`;
  const { log } = run.outcome;
  const apart = await store.findLog(id, log.path.replace(/\.log$/, '.stdout'));
  const written = [...(apart === null ? [] : [apart]), await store.readLog(id, log)];
  return Buffer.concat(written).toString('utf8');
};
