import { lineOf, refinedName, SYNTHESIS } from '../../core/race/name-entrants.ts';
import { type Finalist, refinePrompt, synthesizePrompt } from '../../core/race/race-prompts.ts';
import { refinementMarkdown } from '../../core/report/run/refinement-markdown.ts';
import { runEvaluation } from '../evaluate/run-evaluation.ts';
import type { StoredRun } from '../ports/run-store.ts';
import { refineStored } from '../stored/refine-stored.ts';
import { evaluationOptions, type Racing, type Start } from './racing.ts';
import { runRound } from './run-round.ts';
import type { Track } from './run-attempt.ts';

/** Number of candidates that are refined in one round, and that a synthesis sees. */
const REFINED_A_ROUND = 2;
const MOST_FINALISTS = 3;
const MOST_PATCH_BYTES = 1024 * 1024;

/** An evaluation before the next round, kept with the race's rounds; a resumed race reads it again. */
const evaluateRound = async (racing: Racing, round: number, before: string): Promise<StoredRun> => {
  const { race, run, past, attempts, rounds } = racing;
  const known = past.evaluated.get(round);
  const kept = known === undefined ? null : await rounds.load(known).catch(() => null);
  if (kept !== null) return kept;
  run.emit({ event: 'stage', text: `evaluating the agents' changes, before ${before}` });
  const tools = { ...race.tools, store: rounds };
  const { runId, conclusion } = await runEvaluation(tools, evaluationOptions(racing, attempts));
  await run.record({ event: 'race_evaluated', run: runId, round, winner: conclusion.winner });
  return rounds.load(runId);
};

const stopped = ({ stop }: Racing): boolean => stop?.aborted === true;

/** False: nothing is left to fix, or the user wants no more. */
export const refineRound = async (racing: Racing, track: Track, round: number): Promise<boolean> => {
  const { run, rounds, request, attempts } = racing;
  const stored = await evaluateRound(racing, round, `round ${round} of refinement`);
  const starts: Start[] = [];
  // Only the best of an attempt and its refinements goes on.
  const lines = new Set<string>();
  for (const { agent: name } of stored.conclusion.rankings) {
    const attempt = attempts.find(({ agent }) => agent === name);
    if (attempt === undefined || attempt.files === 0 || starts.length === REFINED_A_ROUND) continue;
    const line = lineOf(name, round);
    if (lines.has(line)) continue;
    lines.add(line);
    const refinement = await refineStored(rounds, stored.id, { candidate: name });
    if (!refinement.needed && refinement.items.length === 0) continue;
    const prompt = refinePrompt(request.task, request.brief, refinementMarkdown(refinement));
    starts.push({ name: refinedName(name, round), spec: attempt.spec, prompt, from: attempt.tree });
  }
  if (stopped(racing)) return false;
  if (starts.length === 0) {
    run.emit({ event: 'note', text: 'no refinement: nothing was found that an agent could fix' });
    return false;
  }
  await runRound(racing, track, round, starts);
  return true;
};

const evidenceLines = ({ conclusion }: StoredRun, name: string): readonly string[] => {
  const ranking = conclusion.rankings.find(({ agent }) => agent === name);
  if (ranking === undefined) return [];
  return [
    `total: ${ranking.total ?? 'unknown'} of 100, ${ranking.mergeable ? 'passes every gate' : `stopped by ${ranking.gates.join(', ')}`}`,
    `progress: ${ranking.proof?.progress ?? 'unknown'}`,
    ...ranking.flags.slice(0, 10).map(({ sentence }) => `flag: ${sentence}`),
  ];
};

/** One more agent sees the best candidates and the evidence, and may combine them. */
export const synthesize = async (racing: Racing, track: Track, round: number): Promise<void> => {
  const { race, run, request, attempts } = racing;
  if (request.synthesize === null) return;
  const stored = await evaluateRound(racing, round, 'the synthesis');
  const finalists: Finalist[] = [];
  for (const { agent: name } of stored.conclusion.rankings.slice(0, MOST_FINALISTS)) {
    if ((attempts.find(({ agent }) => agent === name)?.files ?? 0) === 0) continue;
    const patch = await race.tools.files.readBounded(run.patchFile(name), MOST_PATCH_BYTES);
    finalists.push({ name, patch: patch?.text ?? '', evidence: evidenceLines(stored, name) });
  }
  if (stopped(racing)) return;
  if (finalists.length === 0) {
    run.emit({ event: 'note', text: 'no synthesis: no agent changed anything' });
    return;
  }
  const prompt = synthesizePrompt(request.task, request.brief, finalists, race.agents.nonce());
  await runRound(racing, track, round, [
    { name: SYNTHESIS, spec: request.synthesize, prompt, from: request.base.tree },
  ]);
};
