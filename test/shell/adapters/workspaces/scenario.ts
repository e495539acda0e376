import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openWorkspaces } from '../../../../src/shell/adapters/workspaces/workspace/open-workspaces.ts';
import type { WorkspacesOptions } from '../../../../src/shell/adapters/workspaces/isolation/machine.ts';
import type { TreeChange } from '../../../../src/shell/ports/workspaces.ts';
import { installPlan } from './workspace-fixture.ts';

/** One life of a workspace in a separate process, reported on standard output as JSON. */
export type Scenario = {
  readonly options: Omit<WorkspacesOptions, 'readBlobs'>;
  readonly folder: string;
  readonly commit: string;
  readonly install: string | null;
  readonly changes: readonly TreeChange[];
  readonly blobs: Readonly<Record<string, string>>;
  readonly command: string;
};

const scenario = JSON.parse(process.argv[2] ?? '') as Scenario;
const { folder, install } = scenario;
await mkdir(folder, { recursive: true });
const workspaces = await openWorkspaces({
  ...scenario.options,
  readBlobs: (ids) => Promise.resolve(new Map(ids.map((id) => [id, Buffer.from(scenario.blobs[id] ?? '')]))),
});
const plan = install === null ? null : installPlan({ command: install });
const base = await workspaces.prepareBase(scenario.commit, plan, join(folder, 'install.log'));
const workspace = await workspaces.create(base, scenario.changes);
const log = join(folder, 'log');
const ran = await workspace.run({
  command: scenario.command,
  env: {},
  timeoutMs: 60_000,
  network: false,
  stdoutFile: log,
  stderrFile: log,
  reportDir: join(folder, 'report'),
});
await workspace.dispose();
const output = await readFile(log, 'utf8');
process.stdout.write(
  JSON.stringify({ isolation: workspaces.isolation, installed: base.installed, ran, output }),
);
