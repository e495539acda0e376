import type { LeaderboardAnswer } from '../api/types.ts';
import { percent, usd } from '../ui/format.ts';
import { useWide } from '../ui/use-media.ts';

const MARGIN = { top: 20, right: 20, bottom: 40, left: 48 };
const SHARES = [0, 0.25, 0.5, 0.75, 1];
/** Drawn at the size it is seen in, so that text stays readable. */
const SIZES = { wide: [720, 320], narrow: [340, 260] } as const;
/** Dots further right have their names on the left. */
const TURNS_AT = 0.6;

/** Success with its interval over the cost of a run; the server computes each dot's place. */
export const CostPlot = ({
  plot: { dots, unplaced, ticks, scale },
}: {
  readonly plot: LeaderboardAnswer['plot'];
}) => {
  const [width, height] = SIZES[useWide() ? 'wide' : 'narrow'];
  const x = (share: number): number => MARGIN.left + share * (width - MARGIN.left - MARGIN.right);
  const y = (share: number): number => height - MARGIN.bottom - share * (height - MARGIN.top - MARGIN.bottom);
  return (
    <figure className="space-y-3">
      {dots.length > 0 && (
        <svg
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={dots.map((dot) => `${dot.name}: ${percent(dot.y)} for ${usd(dot.usd)}`).join('; ')}
          className="w-full max-w-3xl text-faint"
        >
          {SHARES.map((share) => (
            <g key={share}>
              <line x1={x(0)} x2={x(1)} y1={y(share)} y2={y(share)} className="stroke-line" />
              <text x={x(0) - 8} y={y(share) + 4} textAnchor="end" className="fill-current text-[11px]">
                {percent(share)}
              </text>
            </g>
          ))}
          {ticks.map((tick) => (
            <text
              key={tick.label}
              x={x(tick.x)}
              y={y(0) + 18}
              textAnchor="middle"
              className="fill-current text-[11px]"
            >
              {tick.label}
            </text>
          ))}
          <text x={x(1)} y={height - 6} textAnchor="end" className="fill-current text-[11px]">
            dollars a run{scale === 'log' ? ', logarithmic' : ''}
          </text>
          {dots.map((dot) => (
            <g key={dot.name}>
              <line
                x1={x(dot.x)}
                x2={x(dot.x)}
                y1={y(dot.low ?? dot.y)}
                y2={y(dot.high ?? dot.y)}
                strokeWidth="2"
                className="stroke-bar-quiet"
              />
              <circle
                cx={x(dot.x)}
                cy={y(dot.y)}
                r="5"
                className="fill-bar stroke-surface"
                strokeWidth="1.5"
              />
              <text
                x={x(dot.x) + (dot.x > TURNS_AT ? -9 : 9)}
                y={y(dot.y) - 7}
                textAnchor={dot.x > TURNS_AT ? 'end' : 'start'}
                className="fill-ink text-[12px]"
              >
                {dot.name}
              </text>
            </g>
          ))}
        </svg>
      )}
      {unplaced.length > 0 && (
        <figcaption className="text-sm text-soft">
          Not in the plot:{' '}
          {unplaced.map(({ name, reason }) => (
            <span key={name} className="mr-3 break-words">
              <strong className="font-medium">{name}</strong> ({reason})
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  );
};
