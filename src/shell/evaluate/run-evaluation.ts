import { join } from 'node:path';
import type { HydraConfig } from '../../core/domain/policy/hydra-config.ts';
import type { OnEvent } from '../../core/domain/run/run-event.ts';
import type { Base } from '../ports/git-repository.ts';
import type { Tools } from '../ports/tools.ts';
import { abortedOr, throwIfAborted } from '../errors/abort-error.ts';
import { UserError } from '../errors/user-error.ts';
import { type CandidateInput, candidateList } from '../plan/candidate-list.ts';
import { captureRun, type FinishedEvaluation } from './capture-run.ts';
import { type HiddenTests, loadHiddenTests } from '../plan/load-hidden-tests.ts';
import { requirePrograms, missingPrograms } from '../plan/missing-programs.ts';
import { planEvaluation } from '../plan/plan-evaluation.ts';
import { planTask } from '../plan/plan-task.ts';
import { checkSeats, planSeats } from '../panel/seat-panel.ts';

export type EvaluationOptions = {
  /** Branch, tag or commit the candidates are changes to. */
  readonly base: string;
  readonly candidates: readonly CandidateInput[];
  readonly configFile?: string;
  readonly jobs?: number;
  readonly keepWorkspaces?: boolean;
  /** Run every check, even if its result is known from an earlier run. */
  readonly fresh?: boolean;
  /** Called with every event of the run, as the trace stores them. */
  readonly onProgress?: OnEvent;
  /** Folder of tests that no candidate has seen: files for the profile's runner, or for the hidden command. */
  readonly hiddenTests?: string;
  /** For example `node {hidden}/check.js {workspace}`; exit code 0: passed. */
  readonly hiddenCommand?: string;
  /** Examine conventions even if the policy does not weigh them. */
  readonly conventions?: boolean;
  /** Ids of base tests that candidates may break, besides those in the configuration. */
  readonly allowTestChanges?: readonly string[];
  /** What the candidates are for. */
  readonly task?: string;
  /** Ask a panel: of the configured model, or of this one. */
  readonly panel?: true | string;
  /** Have tests written from the task alone: by the configured model, or by this one. */
  readonly panelTests?: true | string;
  /** Have calls proposed on which candidates differ: by the configured model, or by this one. */
  readonly panelInputs?: true | string;
  /** Name a winner only if a test that others confirm fails on the base and passes with it. */
  readonly requireProof?: boolean;
  /** After this time no further examination begins; absent: as configured. */
  readonly withinMinutes?: number;
  /** Run them also on candidates that failed a gate. */
  readonly hiddenForAll?: boolean;
};

const loadHidden = async (
  tools: Tools,
  base: Base,
  options: EvaluationOptions,
): Promise<{ readonly hidden?: HiddenTests }> => {
  const { hiddenTests: folder, hiddenForAll: everyone = false } = options;
  const command = options.hiddenCommand ?? null;
  if (folder !== undefined)
    return { hidden: await loadHiddenTests(tools, base, { folder, command, everyone }) };
  if (command === null) return {};
  throw new UserError('hidden-tests', 'A hidden command needs its folder', 'Add --hidden-tests DIR.');
};

/** The configuration with the request's additions. */
const asAsked = (
  config: HydraConfig,
  { requireProof, allowTestChanges = [], withinMinutes }: EvaluationOptions,
): HydraConfig => {
  const { checks, trust, decision } = config;
  const allowed = [...new Set([...trust.allowed_test_changes, ...allowTestChanges])];
  return {
    ...config,
    checks: withinMinutes === undefined ? checks : { ...checks, within_minutes: withinMinutes },
    trust: { ...trust, allowed_test_changes: allowed },
    decision: requireProof ? { ...decision, require: 'proof' } : decision,
  };
};

/** From the user's request to a stored run. Mistakes in the request are reported before anything is created. */
export const runEvaluation = async (
  tools: Tools,
  options: EvaluationOptions,
): Promise<FinishedEvaluation> => {
  const base = await tools.repository.resolveBase(options.base);
  const candidates = await candidateList(tools.repository, options.candidates);
  const planned = await planEvaluation(tools, base, options.configFile, { candidates });
  const { plan } = planned;
  const config = asAsked(planned.config, options);
  const missing = requirePrograms(await missingPrograms(tools, plan, planned.config));
  const { task, notes: taskNotes } = await planTask(tools.repository, base, config, options.task);
  const notes = [...planned.notes, ...missing, ...taskNotes];
  const hidden = await loadHidden(tools, base, options);
  const jobs = options.jobs ?? tools.defaultJobs;
  const style = options.conventions ? { conventions: true } : {};
  const asked = { panel: options.panel, tests: options.panelTests, inputs: options.panelInputs };
  const panel = planSeats(config.selection, asked, tools.repository.root);
  if (panel?.tests !== undefined && task === null)
    throw new UserError(
      'panel-tests-task',
      'Tests can only be written from a task, and none is given.',
      'Give it with --task, or as [selection] task in hydra.toml.',
    );
  if (panel !== null) await checkSeats((await tools.judgeTools()).models, panel);
  const selection = { ...(task === null ? {} : { task }), ...(panel === null ? {} : { panel }) };
  const evaluation = { base, candidates, plan, notes, jobs, ...hidden, ...style, ...selection };
  throwIfAborted(tools.signal);
  const run = await tools.store.create({ config, startedAt: tools.clock.now(), evaluation });
  if (options.onProgress !== undefined) run.subscribe(options.onProgress);
  run.emit({ event: 'run_started', run: run.id, kind: 'evaluation' });
  const kept = options.keepWorkspaces ? join(run.folder, '..', '..', 'workspaces', run.id) : null;
  try {
    const [fresh, oversubscribeWhenIdle] = [options.fresh ?? false, options.jobs === undefined];
    return await captureRun(tools, run, { ...evaluation, config, kept, fresh, oversubscribeWhenIdle });
  } catch (error) {
    // A user's mistake leaves no run behind; a run that was aborted or failed because of the machine can be resumed.
    if (error instanceof UserError && !tools.signal.aborted) await run.discard();
    else await run.leave(abortedOr(tools.signal, error));
    throwIfAborted(tools.signal);
    throw error;
  }
};
