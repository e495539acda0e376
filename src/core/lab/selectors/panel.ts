import { panelProbabilities } from '../../math/statistics/panel-probabilities.ts';
import type { Selector } from '../selector.ts';

const validIn = (panel: {
  readonly panellists: readonly { readonly opinion: { readonly known: boolean } }[];
}) => panel.panellists.filter(({ opinion }) => opinion.known).length;

/** The panel's replies alone, without any other evidence. */
export const panelSelector: Selector = {
  id: 'panel',
  summary: 'highest probability of the panel alone',
  unfit: ({ panel: asked }) =>
    asked === undefined
      ? 'no panel was asked'
      : validIn(asked) === 0
        ? 'no panellist gave a valid reply'
        : null,
  select: ({ candidates, panel: asked }) => {
    const given = asked === undefined ? new Map<string, number>() : panelProbabilities(asked);
    const probabilities = new Map(candidates.map(({ name }) => [name, given.get(name) ?? 0]));
    const best = Math.max(...probabilities.values());
    const leading = [...probabilities].flatMap(([name, value]) => (value === best ? [name] : [])).toSorted();
    return {
      probabilities,
      pick: leading[0] ?? null,
      leading,
      reason: `the panel gives ${leading.join(', ')} ${Math.round(100 * best)} %`,
    };
  },
};
