import type { TaskDelta } from '../../domain/experiment/statistical-verdict.ts';
import { byDelta, deltaReach, signed } from './delta-scale.ts';
import { escapeXml } from '../text/escape-xml.ts';

const ROW = 22;
const TOP = 44;
const NAMES = 220;
const PLOT = 420;
const NUMBERS = 70;
const MAX_NAME = 32;
const MOST_ROWS = 500;

const COLOUR = { gain: '#1a7f37', loss: '#cf222e', none: '#6e7781' } as const;
const colourOf = (delta: number): string => (delta > 0 ? COLOUR.gain : delta < 0 ? COLOUR.loss : COLOUR.none);

const number = (value: number): string => value.toFixed(1);

const drawRow = (delta: TaskDelta, at: number, reach: number): readonly string[] => {
  const y = TOP + at * ROW + ROW / 2;
  const x = (value: number): number =>
    NAMES + ((Math.min(reach, Math.max(-reach, value)) + reach) / (2 * reach)) * PLOT;
  const { low, high } = delta.interval;
  const colour = colourOf(delta.delta);
  const short = delta.task.length > MAX_NAME ? `${delta.task.slice(0, MAX_NAME - 1)}…` : delta.task;
  return [
    `<g><title>${escapeXml(`${delta.task}: ${signed(delta.delta)}`)}</title>`,
    `<text x="${NAMES - 10}" y="${number(y + 4)}" text-anchor="end">${escapeXml(short)}</text>`,
    `<line x1="${number(x(low ?? -reach))}" x2="${number(x(high ?? reach))}" y1="${number(y)}" y2="${number(y)}" stroke="${colour}" stroke-width="2"/>`,
    `<circle cx="${number(x(delta.delta))}" cy="${number(y)}" r="4.5" fill="${colour}"/>`,
    `<text x="${NAMES + PLOT + 10}" y="${number(y + 4)}">${signed(delta.delta)}</text></g>`,
  ];
};

/** Deltas by task with their intervals, as a self-contained picture: no scripts, fonts or links. */
export const deltaPlotSvg = (deltas: readonly TaskDelta[], title: string): string => {
  const shown = byDelta(deltas).slice(0, MOST_ROWS);
  const left = deltas.length - shown.length;
  const reach = deltaReach(shown);
  const width = NAMES + PLOT + NUMBERS;
  const bottom = TOP + shown.length * ROW;
  const middle = NAMES + PLOT / 2;
  const heading = escapeXml(title) + (left > 0 ? ` (${left} more tasks are not drawn)` : '');
  const label = (x: number, value: number): string =>
    `<text x="${x}" y="${bottom + 18}" text-anchor="middle" fill="${COLOUR.none}">${signed(value, 1)}</text>`;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${bottom + 30}" viewBox="0 0 ${width} ${bottom + 30}" role="img" font-family="sans-serif" font-size="12">`,
    `<title>${heading}</title>`,
    `<rect width="${width}" height="${bottom + 30}" fill="#ffffff"/>`,
    `<text x="10" y="22" font-size="14" font-weight="bold">${heading}</text>`,
    `<line x1="${middle}" x2="${middle}" y1="${TOP - 6}" y2="${bottom}" stroke="${COLOUR.none}" stroke-dasharray="3 3"/>`,
    ...shown.flatMap((delta, at) => drawRow(delta, at, reach)),
    label(NAMES, -reach),
    label(middle, 0),
    label(NAMES + PLOT, reach),
    '</svg>',
  ].join('\n')}\n`;
};
