import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { concludeExperiment } from '../../../src/core/experiment/conclude-experiment.ts';
import { racePolicyOf } from '../../../src/core/conclude/race-policy-of.ts';
import { canonicalDocument } from '../../../src/core/domain/json/canonical-json.ts';
import { ENGINE_VERSION } from '../../../src/core/domain/run/engine-version.ts';
import { ExperimentRecord } from '../../../src/core/domain/experiment/experiment-record.ts';
import { toContract } from '../../../src/core/report/run/json-contract.ts';
import { readConfig } from '../../../src/faces/wiring/wiring.ts';
import { openRunStore } from '../../../src/shell/adapters/store/runs/file-run-store.ts';
import { replayRun } from '../../../src/shell/stored/replay-run.ts';

/** Runs recorded by an earlier build; their answers must stay the same, byte for byte. */
const fixtures = fileURLToPath(new URL('../../fixtures/stored-runs', import.meta.url));
const at = (...parts: string[]): string => join(fixtures, ...parts);
const ids = readdirSync(at('runs'));

/** `other-policy.toml` lets candidates win that break up to half of the tests: these were never examined further. */
const NEVER_EXAMINED: Readonly<Record<string, readonly string[]>> = {
  '01M7NBVGQWBFZS2QKKMDF28EE7': [
    'regression: negative control',
    'regression: cross-examination with the tests of fix-with-test',
  ],
  '01M7NBVT875K2CPKXB7H80F338': [
    'regression: negative control',
    'regression: cross-examination with the tests of fix-with-test',
    'regression: hidden tests',
  ],
  '01M7NBW6D2N01GGF21X10ZHXE0': [
    'break-and-edit: negative control',
    'break-and-edit: cross-examination with the tests of honest-tests',
    'half-a-fix: cross-examination with the tests of break-and-edit',
    'honest-plain: cross-examination with the tests of break-and-edit',
    'honest-tests: cross-examination with the tests of break-and-edit',
  ],
};

/** Results that a later rule changed on purpose: equal sources no longer confirm each other's tests. */
const DECIDED_ANEW = new Set(['01M7NBW6D2N01GGF21X10ZHXE0']);

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hydra-stored-'));
  await cp(at('runs'), join(root, '.hydra/runs'), { recursive: true });
});
afterAll(() => rm(root, { recursive: true, force: true }));

const contract = (conclusion: Parameters<typeof toContract>[0]): string =>
  `${JSON.stringify(toContract(conclusion), null, 2)}\n`;

describe.each(ids)('stored run %s', (id) => {
  const store = () => openRunStore(root, { engineVersion: ENGINE_VERSION });

  test('replays to the stored bytes', async () => {
    const { identical, conclusion } = await replayRun(store(), id);
    expect(identical).toBe(!DECIDED_ANEW.has(id));
    expect(contract(conclusion)).toBe(readFileSync(at('expected', id, 'replay.json'), 'utf8'));
  });

  test('replays to the same bytes under another policy', async () => {
    const toml = readFileSync(at('other-policy.toml'), 'utf8');
    const { conclusion, unexamined } = await replayRun(
      store(),
      id,
      racePolicyOf(await readConfig(toml, 'other-policy.toml')),
    );
    expect(contract(conclusion)).toBe(readFileSync(at('expected', id, 'other-policy.json'), 'utf8'));
    expect(unexamined.map(({ candidate, question }) => `${candidate}: ${question}`)).toEqual(
      NEVER_EXAMINED[id],
    );
  });

  test('left nothing unexamined that its own policy requires', async () => {
    const { config } = await store().load(id);
    expect((await replayRun(store(), id)).unexamined).toEqual([]);
    expect((await replayRun(store(), id, racePolicyOf(config))).unexamined).toEqual([]);
  });
});

test('a stored experiment gives the same verdicts', () => {
  const record = ExperimentRecord.parse(JSON.parse(readFileSync(at('experiment.json'), 'utf8')));
  expect(canonicalDocument(concludeExperiment(record).verdicts)).toBe(
    readFileSync(at('expected/experiment-verdicts.json'), 'utf8'),
  );
});
