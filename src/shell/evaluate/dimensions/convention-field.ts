import type { ConventionEvidence } from '../../../core/domain/evidence/convention-evidence.ts';
import { type Measured, measured, missing } from '../../../core/domain/measured.ts';
import type { CaptureTools } from '../field/capture-tools.ts';
import type { OnEvent } from '../../../core/domain/run/run-event.ts';
import type { Base } from '../../ports/git-repository.ts';
import { InfrastructureError } from '../../errors/user-error.ts';
import { captureConvention, describeBase } from '../../sources/capture-conventions.ts';

type Styles = ReadonlyMap<string, Measured<ConventionEvidence>>;

/** Each tree once, beside the base; where the machine fails nobody is judged, and it is said. */
export const judgeField = async (
  { repository, conventions }: Pick<CaptureTools, 'repository' | 'conventions'>,
  base: Base,
  applied: readonly { readonly tree: string }[],
  emit: OnEvent,
): Promise<Styles> => {
  const styles = new Map<string, Measured<ConventionEvidence>>();
  const trees = [...new Set(applied.map(({ tree }) => tree))];
  try {
    emit({ event: 'stage', text: 'reading names and imports of the base' });
    const tools = await conventions();
    const described = await describeBase(repository, tools, base.tree);
    for (const tree of trees)
      styles.set(tree, measured(await captureConvention(repository, tools, described, tree)));
  } catch (error) {
    if (!(error instanceof InfrastructureError)) throw error;
    for (const tree of trees)
      if (!styles.has(tree)) styles.set(tree, missing('infrastructure', error.message));
  }
  return styles;
};
