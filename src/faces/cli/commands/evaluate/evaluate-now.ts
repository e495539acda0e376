import type { OnEvent } from '../../../../core/domain/run/run-event.ts';
import type { Tools } from '../../../../shell/ports/tools.ts';
import { checkField } from '../../../../shell/evaluate/check-field.ts';
import type { AnsweredEvaluation } from '../../../../shell/evaluate/capture-run.ts';
import { evaluateOnce } from '../../../../shell/evaluate/evaluate-once.ts';
import { resumeEvaluation } from '../../../../shell/evaluate/recall/resume-evaluation.ts';
import { openTools } from '../../../wiring/wiring.ts';
import type { CommandContext } from '../../console/command-context.ts';
import { abortOnSignal } from '../../console/abort-on-signal.ts';
import { type EvaluateCommandOptions, questionOf } from './evaluate-options.ts';
import { printEvaluation } from '../../views/evaluation-view.ts';
import { EXIT, exitOf } from '../../console/exit-codes.ts';
import { printFieldCheck } from '../../views/field-check-view.ts';
import { waitingIn, waitingNote } from '../../views/waiting-note.ts';
import { openProgress } from '../../views/progress-view.ts';

const checkFieldOnly = async (
  { terminal, done }: CommandContext,
  tools: Tools,
  options: EvaluateCommandOptions,
): Promise<void> => {
  const checked = await checkField(tools, questionOf(options));
  if (options.json) terminal.print(JSON.stringify(checked, null, 2));
  else printFieldCheck(terminal, checked);
  done(checked.candidates.some(({ tree }) => tree !== null) ? EXIT.yes : EXIT.no);
};

const startOrResume = (
  tools: Tools,
  options: EvaluateCommandOptions,
  onProgress: OnEvent,
): Promise<AnsweredEvaluation> => {
  if (options.resume !== undefined) return resumeEvaluation(tools, options.resume, onProgress);
  return evaluateOnce(tools, { ...questionOf(options), fresh: options.fresh ?? false, onProgress });
};

/** The web app for a run of this process: cancelling the run there does not end the server. */
const openLivePage = async (context: CommandContext, repo: string) => {
  const { showPage, startWeb, untilSignal } = await import('../../console/serve-until-signal.ts');
  const controller = new AbortController();
  const runs = new Map<string, AbortController>();
  const server = await startWeb(context, { repo, runs });
  return {
    cancelled: controller.signal,
    show: (run: string): void => {
      runs.set(run, controller);
      showPage(context, server, `/runs/${run}`, {});
    },
    untilSignal: () => untilSignal(context),
  };
};

/** Runs the evaluation and shows its progress. */
export const evaluateNow = async (
  context: CommandContext,
  options: EvaluateCommandOptions,
): Promise<void> => {
  const { terminal, done, session } = context;
  if (options.checkOnly) return checkFieldOnly(context, await openTools(session, options.repo), options);
  const progress = openProgress(terminal);
  const page = options.web ? await openLivePage(context, options.repo) : null;
  let runId: string | null = null;
  const onProgress: OnEvent = (event) => {
    if (event.event === 'run_started') {
      runId = event.run;
      page?.show(event.run);
    }
    progress.on(event);
  };
  const say = (signal: string): void => {
    progress.close();
    const next = runId === null ? '' : `; resume with: hydra evaluate --resume ${runId}`;
    terminal.note(`ended by ${signal}${next}`);
  };
  try {
    const evaluation = await abortOnSignal(session, say, async (signal) => {
      const both = page === null ? signal : AbortSignal.any([signal, page.cancelled]);
      return startOrResume(await openTools(session, options.repo, both), options, onProgress);
    }).catch((error: unknown) => {
      if (page?.cancelled.aborted === true) return null;
      throw error;
    });
    if (evaluation === null) {
      say('the web app');
      done(EXIT.no);
      return await page?.untilSignal();
    }
    progress.close();
    printEvaluation(terminal, { ...evaluation, repo: options.repo }, options);
    if (evaluation.kept !== null) terminal.note(`\nWorkspaces are kept in ${evaluation.kept}`);
    const { panel, panelTests, probes } = evaluation.captured;
    const proposed = probes?.known === true ? probes.value.proposed : undefined;
    const asked = [
      ...(panel?.panellists ?? []).map((one) => ({ model: one.model, waiting: waitingIn([one]) })),
      ...[panelTests, proposed].flatMap((one) =>
        one?.waiting === true ? [{ model: one.model, waiting: 1 }] : [],
      ),
    ].filter(({ waiting }) => waiting > 0);
    if (asked.length > 0) {
      const models = new Set(asked.map(({ model }) => model));
      const count = asked.reduce((sum, { waiting }) => sum + waiting, 0);
      terminal.note(`\n${waitingNote(count, [...models].join(', '))}`);
      return done(EXIT.waiting);
    }
    done(exitOf(evaluation.conclusion));
    await page?.untilSignal();
  } finally {
    progress.close();
  }
};
