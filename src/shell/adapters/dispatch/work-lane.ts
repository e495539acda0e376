import type { Work, WorkBase, WorkStep, WorkUpdate } from '../../../core/domain/work/work.ts';
import type { PreparedBase, StepResult, WorkResult } from '../../../core/domain/work/work-result.ts';
import { throwIfAborted } from '../../errors/abort-error.ts';
import type { Watch } from '../../ports/dispatcher.ts';
import type { Workspace, Workspaces } from '../../ports/workspaces.ts';
import type { FileBlobStore } from './file-blob-store.ts';
import type { Lane, OnIdle } from './lane-scheduler.ts';
import { runStep } from './run-step.ts';

export type LaneParts = {
  readonly workspaces: Workspaces;
  readonly blobs: FileBlobStore;
  readonly prepareBase: (base: WorkBase) => Promise<PreparedBase>;
};

const passed = ({ outcome }: Pick<StepResult, 'outcome'>): boolean =>
  outcome.status === 'exited' && outcome.exitCode === 0;

const notStarted = (at: number, reason: string): StepResult => ({
  at,
  outcome: { status: 'not-started', reason },
  root: '',
  log: null,
  stdout: null,
  reports: [],
  output: null,
  altered: [],
  kept: false,
});

/** A work under way: which step is next, and in which workspace. */
export class WorkLane implements Lane {
  readonly #parts: LaneParts;
  readonly #work: Work;
  readonly #watch: Watch;
  /** With all updates applied. */
  readonly #steps: WorkStep[];
  readonly #results: StepResult[] = [];
  readonly #leftOut: number[] = [];
  #next = 0;
  #stopped = false;
  /** Opened when the first step is due, so that waiting works cost no disk. */
  #workspace: Workspace | null = null;
  /** Whether to start from the kept workspace; null until a step that it replaces is due. */
  #startsKept: boolean | null = null;

  constructor(parts: LaneParts, work: Work, watch: Watch) {
    this.#parts = parts;
    this.#work = work;
    this.#watch = watch;
    this.#steps = [...work.steps];
  }

  get urgent(): boolean {
    return this.#work.urgent;
  }

  get signal(): AbortSignal | undefined {
    return this.#watch.signal;
  }

  remainingMs(): number {
    let sum = 0;
    for (let at = this.#next; at < this.#steps.length; at += 1) sum += this.#steps[at]?.estimateMs ?? 0;
    return sum;
  }

  update({ stop, steps = [] }: WorkUpdate): void {
    this.#stopped ||= stop === true;
    for (const { at, ...changed } of steps) {
      const step = this.#steps[at];
      const known = Object.entries(changed).filter(([, value]) => value !== undefined);
      if (step !== undefined) this.#steps[at] = { ...step, ...Object.fromEntries(known) };
    }
  }

  async runNext(onIdle: OnIdle): Promise<'more' | 'done'> {
    throwIfAborted(this.#watch.signal);
    const at = this.#next;
    const step = this.#steps[at];
    if (this.#stopped || step === undefined) return this.#leaveOutRest();
    if (step.skip || (await this.#isReplaced(at))) this.#leftOut.push(at);
    else await this.#run(at, step, onIdle);
    this.#next = at + 1;
    return this.#stopped || this.#next >= this.#steps.length ? this.#leaveOutRest() : 'more';
  }

  result(): WorkResult {
    return { id: this.#work.id, steps: this.#results, leftOut: this.#leftOut };
  }

  async close(): Promise<void> {
    const workspace = this.#workspace;
    this.#workspace = null;
    await workspace?.dispose();
  }

  #leaveOutRest(): 'done' {
    for (; this.#next < this.#steps.length; this.#next += 1) this.#leftOut.push(this.#next);
    return 'done';
  }

  async #isKept(): Promise<boolean> {
    const { start } = this.#work;
    if (start === null) return false;
    if (start.otherwise === 'fail') return true;
    // A start that replaces steps was decided at the first of these.
    if (start.replaces.length > 0) return this.#startsKept === true;
    return this.#parts.workspaces.hasFrozen(start.key);
  }

  /** Decided once: a workspace that was opened from the base stays there. */
  async #isReplaced(at: number): Promise<boolean> {
    const { start } = this.#work;
    if (start === null || !start.replaces.includes(at)) return false;
    this.#startsKept ??= this.#workspace === null && (await this.#parts.workspaces.hasFrozen(start.key));
    return this.#startsKept;
  }

  async #run(at: number, step: WorkStep, onIdle: OnIdle): Promise<void> {
    const { id } = this.#work;
    await this.#watch.onEvent?.({ type: 'step-started', id, at });
    const opened = await this.#open();
    const result =
      'problem' in opened ? notStarted(at, opened.problem) : await this.#runIn(opened, at, step, onIdle);
    this.#results.push(result);
    await this.#watch.onEvent?.({ type: 'step-ended', id, result });
    this.#stopped ||= this.#steps[at]?.stopOnFailure === true && !passed(result);
  }

  async #runIn(workspace: Workspace, at: number, step: WorkStep, onIdle: OnIdle): Promise<StepResult> {
    const ran = await runStep(step, {
      workspace,
      blobs: this.#parts.blobs,
      given: this.#work.base,
      pace: () => this.#steps[at]?.pace ?? null,
      onIdle,
      signal: this.#watch.signal,
    });
    const { keep } = step;
    const kept =
      keep !== null &&
      (keep.when === 'always' || passed(ran)) &&
      (await workspace.freeze(keep.key, keep.lasting));
    return { at, root: workspace.root, ...ran, kept };
  }

  async #open(): Promise<Workspace | { readonly problem: string }> {
    if (this.#workspace !== null) return this.#workspace;
    const { base, start, changes, label, place } = this.#work;
    const prepared = await this.#parts.prepareBase(base);
    const { installed } = prepared;
    if (installed.status === 'failed')
      return { problem: `the dependencies of the base could not be installed: ${installed.reason}` };
    const from = (await this.#isKept()) ? start : null;
    this.#workspace = await this.#parts.workspaces.create(
      { ...prepared, installed },
      from === null ? changes : from.changes,
      label,
      {
        ...(from === null ? {} : { key: from.key, tree: changes }),
        ...(place === undefined ? {} : { place }),
      },
    );
    return this.#workspace;
  }
}
