import type { HumanLikeEvidence } from '../../../core/domain/evidence/human-like-evidence.ts';
import type { JudgesPolicy } from '../../../core/domain/policy/judges-policy.ts';
import { type Measured, measured, missing } from '../../../core/domain/measured.ts';
import { printableLine } from '../../../core/report/text/printable.ts';
import type { CaptureTools } from '../field/capture-tools.ts';
import { assessHumanLike } from '../../judge/assess-human-like.ts';
import { seatJudge } from '../../judge/seat-judge.ts';
import type { Applied } from '../field/import-field.ts';

const LONGEST_REPLY = 20_000;
const NO_TASK = '(nobody said what the change is for)';

type Tools = Pick<CaptureTools, 'judgeTools' | 'run'>;
type Judged = { readonly name: string; readonly tree: string; readonly found: Measured<HumanLikeEvidence> };

const judgeOne = async (
  bench: Awaited<ReturnType<typeof seatJudge>>,
  { candidate, tree, patch }: Applied,
  task: string,
): Promise<Judged> => {
  const { score, replies } = await assessHumanLike(bench, {
    issue: task.trim() === '' ? NO_TASK : task,
    patch: Buffer.from(patch).toString('utf8'),
    verifier: 'not known yet',
  });
  const kept = replies.map(({ persona, reply }) => ({
    persona,
    reply: reply.known ? measured(reply.value.slice(0, LONGEST_REPLY)) : reply,
  }));
  const found = score.known
    ? measured({ model: bench.model.name, replies: kept })
    : missing('not-configured', score.reason);
  return { name: candidate.name, tree, found };
};

/**
 * Three reviewers on each change. Their failure costs a dimension and never a run; who was judged is compared with who
 * was judged alone, so one change without a vote leaves all of them without.
 */
export const reviewField = async (
  tools: Tools,
  applied: readonly Applied[],
  { model, task }: JudgesPolicy,
): Promise<ReadonlyMap<string, Measured<HumanLikeEvidence>>> => {
  const judged: Judged[] = [];
  const once = [...new Map(applied.map((one) => [one.tree, one])).values()];
  const agents = await tools.judgeTools();
  for (const one of once) {
    const { name } = one.candidate;
    const bench = await seatJudge(agents, model, (event) =>
      tools.run.record(
        event.event === 'judge_asked' || event.event === 'judge_vote' ? { ...event, candidate: name } : event,
      ),
    );
    judged.push(await judgeOne(bench, one, task));
  }
  const silent = judged.find(({ found }) => !found.known);
  if (silent === undefined || silent.found.known)
    return new Map(judged.map(({ tree, found }) => [tree, found]));
  const why = `reviewers gave no vote on ${silent.name}: ${printableLine(silent.found.reason, 300)}`;
  return new Map(judged.map(({ tree }) => [tree, missing('not-configured', why)]));
};
