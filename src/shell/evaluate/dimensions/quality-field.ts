import { type Measured, measured, missing } from '../../../core/domain/measured.ts';
import type { QualityEvidence } from '../../../core/domain/evidence/quality-evidence.ts';
import type { CaptureTools } from '../field/capture-tools.ts';
import type { Base } from '../../ports/git-repository.ts';
import { InfrastructureError } from '../../errors/user-error.ts';
import { assessBundled } from '../../assess/assess-trees.ts';

const MOST_FINDINGS = 200;

type Tools = Pick<CaptureTools, 'repository' | 'formatters' | 'bundledAnalysers'>;

const capture = async (tools: Tools, base: Base, tree: string): Promise<Measured<QualityEvidence>> => {
  const { facts, quality } = await assessBundled(tools, { base, tree });
  if (!facts.quality.known) return facts.quality;
  const { tools: used, findings, notes } = quality.details;
  const more = findings.length - MOST_FINDINGS;
  return measured({
    languages: [...facts.quality.value].map(([name, one]) => ({ name, facts: one })),
    tools: used,
    findings: findings.slice(0, MOST_FINDINGS),
    notes: [...notes, ...(more > 0 ? [`${more} more findings are not listed`] : [])],
  });
};

/** Each tree once; where the machine fails nobody is judged, and it is said. */
export const assessField = async (
  tools: Tools,
  base: Base,
  applied: readonly { readonly tree: string }[],
): Promise<ReadonlyMap<string, Measured<QualityEvidence>>> => {
  const found = new Map<string, Measured<QualityEvidence>>();
  for (const tree of new Set(applied.map((one) => one.tree))) {
    try {
      found.set(tree, await capture(tools, base, tree));
    } catch (error) {
      if (!(error instanceof InfrastructureError)) throw error;
      found.set(tree, missing('infrastructure', error.message));
    }
  }
  return found;
};
