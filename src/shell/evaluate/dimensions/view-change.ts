import type { ChangeReview, ChangeView, ViewedFile } from '../../../core/dimensions/change-view.ts';
import { missing } from '../../../core/domain/measured.ts';
import type { JudgesPolicy } from '../../../core/domain/policy/judges-policy.ts';
import { printableLine } from '../../../core/report/text/printable.ts';
import type { Base } from '../../ports/git-repository.ts';
import { assessBundled, type QualityFormula } from '../../assess/assess-trees.ts';
import { assessHumanLike } from '../../judge/assess-human-like.ts';
import { seatJudge } from '../../judge/seat-judge.ts';
import { captureConvention, describeBase } from '../../sources/capture-conventions.ts';
import { treeOrigin } from '../../sources/tree-origin.ts';
import type { CaptureTools } from '../field/capture-tools.ts';
import type { Applied } from '../field/import-field.ts';

export type ViewTools = Pick<
  CaptureTools,
  'repository' | 'conventions' | 'formatters' | 'bundledAnalysers' | 'judgeTools'
> & { readonly run: Pick<CaptureTools['run'], 'record' | 'emit'> };

export type ViewedField = {
  readonly base: Base;
  readonly changes: readonly Applied[];
  readonly judges: JudgesPolicy;
  readonly formula: QualityFormula;
};

const NO_TASK = '(nobody said what the change is for)';
const LONGEST_REASON = 300;

const readFiles = async (
  { repository }: ViewTools,
  base: Base,
  tree: string,
): Promise<readonly ViewedFile[]> => {
  const paths = (await repository.changes(base.tree, tree)).map(({ path }) => path);
  const [before, after] = await Promise.all(
    [base.tree, tree].map((side) => treeOrigin(repository, side).readTexts(paths)),
  );
  return paths.map((path) => ({
    path,
    before: before?.get(path) ?? null,
    after: after?.get(path) ?? null,
  }));
};

const review = async (
  tools: ViewTools,
  { candidate, patch }: Applied,
  { model, task }: JudgesPolicy,
): Promise<ChangeReview> => {
  const judge = await seatJudge(await tools.judgeTools(), model, (event) =>
    tools.run.record(
      event.event === 'judge_asked' || event.event === 'judge_vote'
        ? { ...event, candidate: candidate.name }
        : event,
    ),
  );
  const { score, replies } = await assessHumanLike(judge, {
    issue: task.trim() === '' ? NO_TASK : task,
    patch: Buffer.from(patch).toString('utf8'),
    verifier: 'not known yet',
  });
  return {
    model: judge.model.name,
    score: score.known ? score : missing(score.cause, printableLine(score.reason, LONGEST_REASON)),
    replies: [...replies],
  };
};

/** Views of the changes of one field; the base is read once, when the first dimension needs it. */
export const viewChange = (tools: ViewTools, { base, judges, formula }: ViewedField) => {
  const { repository } = tools;
  const describe = async () => {
    tools.run.emit({ event: 'stage', text: 'reading names and imports of the base' });
    const readers = await tools.conventions();
    return { readers, described: await describeBase(repository, readers, base.tree) };
  };
  let described: ReturnType<typeof describe> | undefined;
  return (applied: Applied): ChangeView => ({
    candidate: applied.candidate.name,
    files: () => readFiles(tools, base, applied.tree),
    async conventions() {
      const known = await (described ??= describe());
      return captureConvention(repository, known.readers, known.described, applied.tree);
    },
    async analyse() {
      const { facts, quality } = await assessBundled(tools, { base, tree: applied.tree, formula });
      return { quality: facts.quality, ...quality.details };
    },
    review: () => review(tools, applied, judges),
  });
};
