import * as z from 'zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChangeView } from '../../../../src/core/dimensions/change-view.ts';
import type { DimensionEvidence } from '../../../../src/core/dimensions/dimension.ts';
import { type Measured, measured, missing } from '../../../../src/core/domain/measured.ts';
import { InfrastructureError } from '../../../../src/shell/errors/user-error.ts';
import { captureDimension } from '../../../../src/shell/evaluate/dimensions/capture-dimension.ts';
import type { Applied } from '../../../../src/shell/evaluate/field/import-field.ts';
import type { Base } from '../../../../src/shell/ports/git-repository.ts';
import type { Tools } from '../../../../src/shell/ports/tools.ts';
import { openSession } from '../../../../src/faces/wiring/session.ts';
import { openTools } from '../../../../src/faces/wiring/wiring.ts';
import { makeProject, type ScratchProject } from '../../../support/scratch-project.ts';

const Seen = z.unknown();

/** Evidence that stores whatever `capture` returns. */
const sample = (evidence: Partial<DimensionEvidence<typeof Seen>>): DimensionEvidence => ({
  field: 'sample',
  schema: Seen,
  blocksOnFailure: true,
  reusable: true,
  capture: async () => measured(null),
  share: () => measured(1),
  ...evidence,
});

const session = openSession();
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

const capture = async (evidence: DimensionEvidence): Promise<readonly (Measured<unknown> | undefined)[]> => {
  const run = { record: async () => undefined, emit: () => undefined };
  const field = { base, changes, judges: { model: 'auto', task: '' }, formula: 'change' as const };
  const captured = await captureDimension({ ...tools, run }, field, evidence);
  return [...captured.values()].map((facts) => (facts as Record<string, Measured<unknown>>)['sample']);
};

beforeAll(async () => {
  project = await makeProject({ 'kept.txt': 'same\n', 'edited.txt': 'old\n', 'gone.txt': 'bye\n' });
  tools = await openTools(session, project.root);
  base = await tools.repository.resolveBase('main');
  const more = { 'edited.txt': 'new\n', 'gone.txt': null, 'made.txt': 'hi\n' };
  changes = [await applied('one', { 'edited.txt': 'new\n' }), await applied('two', more)];
  changes = [...changes, { ...changes[0]!, candidate: { ...changes[0]!.candidate, name: 'twin' } }];
});
afterAll(async () => {
  await session.close();
  await project.remove();
});

test('a dimension gets what each tree changes, each tree once', async () => {
  const seen = await capture(sample({ capture: async (change) => measured(await change.files()) }));
  expect(seen).toEqual([
    measured([{ path: 'edited.txt', before: 'old\n', after: 'new\n' }]),
    measured([
      { path: 'edited.txt', before: 'old\n', after: 'new\n' },
      { path: 'gone.txt', before: 'bye\n', after: null },
      { path: 'made.txt', before: null, after: 'hi\n' },
    ]),
  ]);
});

test('a failure of the machine is missing evidence for that tree; our own fault is an exception', async () => {
  const failing = (error: Error) =>
    sample({
      capture: async ({ candidate }: ChangeView) => {
        if (candidate === 'two') throw error;
        return measured(1);
      },
    });
  const lost = new InfrastructureError('reader', 'The reader died.', '');
  expect(await capture(failing(lost))).toEqual([measured(1), missing('infrastructure', 'The reader died.')]);
  await expect(capture(failing(new Error('a bug')))).rejects.toThrow('a bug');
});

test('captures of all changes may be adjusted together', async () => {
  const none = missing('not-configured', 'not comparable');
  const reconcile: DimensionEvidence['reconcile'] = (all) => all.map((one) => ({ ...one, found: none }));
  expect(await capture(sample({ reconcile }))).toEqual([none, none]);
});
