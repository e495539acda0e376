import { score as shown } from './format.ts';

/** One score from 0 to 100 as a bar; hatched if not measured. */
export const ScoreBar = ({
  value,
  quiet = false,
  className = 'h-2',
}: {
  readonly value: number | null;
  readonly quiet?: boolean;
  readonly className?: string;
}) => (
  <span
    aria-hidden="true"
    className={`block overflow-hidden rounded-full ${className} ${value === null ? 'hatched border border-line' : 'bg-line'}`}
  >
    {value !== null && (
      <span
        className={`block h-full rounded-full ${quiet ? 'bg-bar-quiet' : 'bg-bar'}`}
        style={{ width: `${Math.max(value, 0.5)}%` }}
      />
    )}
  </span>
);

/** All dimensions in one bar: as wide as their weights, as full as their scores. */
export const WeightedBar = ({
  parts,
  quiet = false,
}: {
  readonly parts: readonly {
    readonly key: string;
    readonly title: string;
    readonly weight: number;
    readonly score: number | null;
  }[];
  readonly quiet?: boolean;
}) => (
  <span
    className="flex h-2.5 w-full gap-px"
    role="img"
    aria-label={parts
      .map(({ title, score }) => `${title} ${score === null ? 'not measured' : shown(score)}`)
      .join(', ')}
  >
    {parts.map(({ key, title, weight, score }) => (
      <span
        key={key}
        title={`${title} ${shown(score)}`}
        className={`block overflow-hidden first:rounded-l-full last:rounded-r-full ${score === null ? 'hatched' : 'bg-line'}`}
        style={{ flex: `${Math.max(weight, 0.01)} 1 0` }}
      >
        {score !== null && (
          <span
            className={`block h-full ${quiet ? 'bg-bar-quiet' : 'bg-bar'}`}
            style={{ width: `${score}%` }}
          />
        )}
      </span>
    ))}
  </span>
);
