import type { Panel, PanelOffer } from '../../domain/evidence/panel.ts';
import {
  cautiousProbabilities,
  FAR_APART,
  opinionOf,
  panelSpread,
} from '../../math/statistics/panel-probabilities.ts';
import { showUsd } from '../bench/show-amount.ts';
import { printableLine } from '../text/printable.ts';
import { percent, plural } from '../../text/amounts.ts';

const MOST_SHOWN = 8;

const cost = ({ costUsd }: Panel): string => (costUsd.known ? showUsd(costUsd.value) : 'cost unknown');

const picksOf = ({ panellists }: Panel): readonly string[] =>
  panellists.flatMap((panellist) => {
    const opinion = opinionOf(panellist, 'last');
    return opinion.known && opinion.value.pick !== null ? [opinion.value.pick] : [];
  });

const agreement = (panel: Panel): string => {
  const picks = picksOf(panel);
  const different = [...new Set(picks)];
  if (picks.length < 2) return '';
  if (different.length === 1) return `; all pick ${different[0]}`;
  return `; they disagree and pick ${different.join(', ')}`;
};

/** A panel's opinions, whether they agree, and which did not count. */
export const panelLines = (panel: Panel): readonly string[] => {
  const { panellists, notes } = panel;
  const valid = panellists.filter((panellist) => opinionOf(panellist, 'last').known);
  const models = [...new Set(panellists.map(({ model }) => model))].join(', ');
  const probabilities = [...cautiousProbabilities(panel)].toSorted(([, left], [, right]) => right - left);
  const spread = panelSpread(panel);
  const shown = probabilities.slice(0, MOST_SHOWN).map(([name, value]) => {
    const apart = spread.get(name) ?? 0;
    return `${name} ${percent(value)}${apart >= FAR_APART ? ` (panellists differ by ${percent(apart)})` : ''}`;
  });
  const reasons = valid.flatMap((panellist) => {
    const opinion = opinionOf(panellist, 'last');
    return opinion.known && opinion.value.reason !== ''
      ? [`${opinion.value.pick}: ${opinion.value.reason}`]
      : [];
  });
  const waiting = panellists.flatMap(({ questions }) => questions).filter((one) => one.waiting === true);
  return [
    `Panel: ${valid.length} of ${panellists.length} panellists gave a valid opinion (${models}, ${cost(panel)})${agreement(panel)}.`,
    ...(shown.length === 0 ? [] : [`  likely to be right: ${shown.join(', ')}`]),
    ...[...new Set(reasons)].slice(0, MOST_SHOWN).map((reason) => `  ${reason}`),
    ...(waiting.length === 0 ? [] : [`  ${plural(waiting.length, 'request')} without a reply yet`]),
    ...panellists.flatMap(({ questions, opinion, revised }, at) => [
      ...(opinion.known || questions.some((one) => one.waiting === true)
        ? []
        : [`  panellist ${at + 1} does not count: ${opinion.reason}`]),
      ...(revised === undefined || revised.known || questions.some((one) => one.waiting === true)
        ? []
        : [
            `  panellist ${at + 1} was asked again with what the checks found, without a valid reply: ${revised.reason}`,
          ]),
    ]),
    ...notes.map((note) => `  ${note}`),
  ].map((line) => printableLine(line, 400));
};

export const offerLine = ({ panellists, models, costUsd }: PanelOffer): string => {
  const price = costUsd.known
    ? `would cost about ${showUsd(costUsd.value)}`
    : 'can be asked, at a cost that is not known';
  return printableLine(
    `Evidence is thin, and a panel of ${panellists} (${models.join(', ')}) ${price}: rerun with --panel.`,
    400,
  );
};
