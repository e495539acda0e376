import * as z from 'zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChangeView } from '../../../../src/core/dimensions/change-view.ts';
import type { Dimension, DimensionEvidence } from '../../../../src/core/dimensions/dimension.ts';
import { type Measured, measured, missing } from '../../../../src/core/domain/measured.ts';
import { RacePolicy } from '../../../../src/core/domain/policy/race-policy.ts';
import { InfrastructureError } from '../../../../src/shell/errors/user-error.ts';
import {
  captureDimensions,
  wantedDimensions,
} from '../../../../src/shell/evaluate/dimensions/capture-dimensions.ts';
import type { Applied } from '../../../../src/shell/evaluate/field/import-field.ts';
import type { Base } from '../../../../src/shell/ports/git-repository.ts';
import type { Tools } from '../../../../src/shell/ports/tools.ts';
import { openTools } from '../../../../src/faces/wiring/wiring.ts';
import { makeProject, type ScratchProject } from '../../../support/scratch-project.ts';

const Seen = z.unknown();

/** A dimension that stores whatever `capture` says. */
const dimension = (evidence: Partial<DimensionEvidence<typeof Seen>>): Dimension => ({
  key: 'sample',
  title: 'sample',
  weight: null,
  description: 'Sample.',
  score: () => missing('not-configured', 'not scored here'),
  evidence: {
    field: 'sample',
    schema: Seen,
    blocksOnFailure: true,
    reusable: true,
    capture: async () => measured(null),
    share: () => measured(1),
    ...evidence,
  },
});

let project: ScratchProject;
let tools: Tools;
let base: Base;
let changes: readonly Applied[];

const applied = async (name: string, files: Readonly<Record<string, string | null>>): Promise<Applied> => {
  const at = await project.patch(name, files);
  const imported = await tools.repository.importCandidate(base, { kind: 'patch', at });
  if (!imported.ok) throw new Error(imported.reason);
  const candidate = { name, source: { kind: 'patch', at }, provenance: { status: 'completed' } } as const;
  return { candidate, tree: imported.tree, patch: imported.patch };
};

const capture = async (wanted: Dimension): Promise<readonly (Measured<unknown> | undefined)[]> => {
  const run = { record: async () => undefined };
  const field = { base, changes, judges: { model: 'auto', task: '' }, onProgress: () => undefined };
  const captured = await captureDimensions({ ...tools, run }, field, [wanted]);
  return [...captured.values()].map((facts) => (facts as Record<string, Measured<unknown>>)['sample']);
};

beforeAll(async () => {
  project = await makeProject({ 'kept.txt': 'same\n', 'edited.txt': 'old\n', 'gone.txt': 'bye\n' });
  tools = await openTools(project.root);
  base = await tools.repository.resolveBase('main');
  const more = { 'edited.txt': 'new\n', 'gone.txt': null, 'made.txt': 'hi\n' };
  changes = [await applied('one', { 'edited.txt': 'new\n' }), await applied('two', more)];
  changes = [...changes, { ...changes[0]!, candidate: { ...changes[0]!.candidate, name: 'twin' } }];
});
afterAll(async () => {
  tools.close();
  await project.remove();
});

test('a dimension sees what each tree changes, each tree once', async () => {
  const seen = await capture(dimension({ capture: async (change) => measured(await change.files()) }));
  expect(seen).toEqual([
    measured([{ path: 'edited.txt', before: 'old\n', after: 'new\n' }]),
    measured([
      { path: 'edited.txt', before: 'old\n', after: 'new\n' },
      { path: 'gone.txt', before: 'bye\n', after: null },
      { path: 'made.txt', before: null, after: 'hi\n' },
    ]),
  ]);
});

test('a failure of the machine is missing evidence of that tree; a fault of ours is an exception', async () => {
  const failing = (error: Error) =>
    dimension({
      capture: async ({ candidate }: ChangeView) => {
        if (candidate === 'two') throw error;
        return measured(1);
      },
    });
  const lost = new InfrastructureError('reader', 'The reader died.', '');
  expect(await capture(failing(lost))).toEqual([measured(1), missing('infrastructure', 'The reader died.')]);
  await expect(capture(failing(new Error('a bug')))).rejects.toThrow('a bug');
});

test('what was captured of all changes may be adjusted together', async () => {
  const none = missing('not-configured', 'not comparable');
  const reconcile: DimensionEvidence['reconcile'] = (all) => all.map((one) => ({ ...one, found: none }));
  expect(await capture(dimension({ reconcile }))).toEqual([none, none]);
});

test('only dimensions that the policy weighs, or the user asked for, are captured', () => {
  const keysOf = (weights: object, asked: Parameters<typeof wantedDimensions>[1] = []) =>
    wantedDimensions(RacePolicy.parse({ weights }).weights, asked).map(({ key }) => key);
  expect(keysOf({})).toEqual([]);
  expect(keysOf({}, ['convention'])).toEqual(['convention']);
  expect(keysOf({ quality: 0, human_like: 5 }, ['convention'])).toEqual([
    'convention',
    'quality',
    'human_like',
  ]);
});
