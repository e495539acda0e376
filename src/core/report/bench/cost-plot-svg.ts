import type { Leaderboard } from '../../domain/bench/bench-leaderboard.ts';
import { escapeXml } from '../text/escape-xml.ts';
import { costPlot, type CostDot, type CostPlot } from './cost-plot.ts';
import { showUsd } from './show-amount.ts';

const LEFT = 64;
const TOP = 48;
const WIDTH = 560;
const HEIGHT = 320;
const MARGIN = 40;
const LINE = 16;
const LETTERS = 30;
const MOST_DOTS = 100;
const INK = '#24292f';
const FAINT = '#d0d7de';
const GREY = '#6e7781';
const DOT = '#0969da';
const SPAN = WIDTH + LEFT + MARGIN;

const at = (value: number): string => value.toFixed(1);
const across = (x: number): number => LEFT + x * WIDTH;
const down = (y: number): number => TOP + (1 - y) * HEIGHT;
const short = (name: string): string => (name.length > LETTERS ? `${name.slice(0, LETTERS - 1)}…` : name);

type Label = { readonly dot: CostDot; readonly left: boolean; readonly y: number };

/** Next to its dot, towards the middle; moved down if it would overlap another label. */
const placeLabels = (dots: readonly CostDot[]): readonly Label[] => {
  const taken = { left: -Infinity, right: -Infinity };
  return [...dots]
    .sort((one, other) => other.y - one.y || one.x - other.x)
    .map((dot) => {
      const left = dot.x > 0.6;
      const side = left ? 'left' : 'right';
      const y = Math.max(down(dot.y) + 4, taken[side] + LINE);
      taken[side] = y;
      return { dot, left, y };
    });
};

const drawLabel = ({ dot, left, y }: Label): string => {
  const x = across(dot.x) + (left ? -14 : 14);
  const from = across(dot.x) + (left ? -6 : 6);
  const leader = `<line x1="${at(from)}" y1="${at(down(dot.y))}" x2="${at(x - (left ? -2 : 2))}" y2="${at(y - 4)}" stroke="${FAINT}"/>`;
  return `${leader}<text x="${at(x)}" y="${at(y)}"${left ? ' text-anchor="end"' : ''}>${escapeXml(`${dot.number} ${short(dot.name)}`)}</text>`;
};

const drawDot = ({ x, y, low, high, name, usd }: CostDot): string => {
  const bar =
    low === null || high === null
      ? ''
      : `<line x1="${at(across(x))}" x2="${at(across(x))}" y1="${at(down(low))}" y2="${at(down(high))}" stroke="${DOT}" stroke-opacity="0.35" stroke-width="2"/>`;
  const title = `<title>${escapeXml(`${name}: ${y.toFixed(3)} at ${showUsd(usd)}`)}</title>`;
  return `<g>${title}${bar}<circle cx="${at(across(x))}" cy="${at(down(y))}" r="5" fill="${DOT}"/></g>`;
};

const drawFrame = ({ ticks, scale }: CostPlot): readonly string[] => [
  ...[0, 0.25, 0.5, 0.75, 1].flatMap((y) => [
    `<line x1="${LEFT}" x2="${LEFT + WIDTH}" y1="${at(down(y))}" y2="${at(down(y))}" stroke="${FAINT}"/>`,
    `<text x="${LEFT - 8}" y="${at(down(y) + 4)}" text-anchor="end" fill="${GREY}">${Math.round(100 * y)} %</text>`,
  ]),
  ...ticks.flatMap(({ x, label }) => [
    `<line x1="${at(across(x))}" x2="${at(across(x))}" y1="${TOP}" y2="${TOP + HEIGHT}" stroke="${FAINT}"/>`,
    `<text x="${at(across(x))}" y="${TOP + HEIGHT + 18}" text-anchor="middle" fill="${GREY}">${escapeXml(label)}</text>`,
  ]),
  `<text x="${at(across(0.5))}" y="${TOP + HEIGHT + 38}" text-anchor="middle" fill="${GREY}">cost of a run${scale === 'log' ? ', log scale' : ''}</text>`,
];

/** Success against cost as a self-contained picture: no scripts, fonts or links. */
export const costPlotSvg = (board: Leaderboard, title = 'Success against cost of a run'): string => {
  const plot = costPlot(board);
  const dots = plot.dots.slice(0, MOST_DOTS);
  const more = plot.dots.length - dots.length;
  const labels = placeLabels(dots);
  const lowest = labels.reduce((most, { y }) => Math.max(most, y), TOP + HEIGHT + 40);
  const beside = [
    ...plot.unplaced
      .slice(0, MOST_DOTS)
      .map(({ number, name, reason }) => `${number} ${short(name)}: not drawn, ${reason.slice(0, 56)}`),
    ...(more > 0 ? [`${more} more are not drawn`] : []),
  ];
  const listed = beside.map(
    (line, index) =>
      `<text x="10" y="${at(lowest + 24 + index * LINE)}" fill="${GREY}">${escapeXml(line)}</text>`,
  );
  const height = Math.ceil(lowest + 24 + listed.length * LINE);
  const heading = escapeXml(title);
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SPAN}" height="${height}" viewBox="0 0 ${SPAN} ${height}" role="img" font-family="sans-serif" font-size="12" fill="${INK}">`,
    `<title>${heading}</title>`,
    `<rect width="${SPAN}" height="${height}" fill="#ffffff"/>`,
    `<text x="10" y="24" font-size="14" font-weight="bold">${heading}</text>`,
    ...drawFrame(plot),
    ...dots.map(drawDot),
    ...labels.map(drawLabel),
    ...listed,
    '</svg>',
  ].join('\n')}\n`;
};
