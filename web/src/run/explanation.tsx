import { Link } from '@tanstack/react-router';
import { report } from '../api/transport.ts';
import type { ExplainedDimension, ExplainedInput, Explanation } from '../api/types.ts';
import { percent, score, words } from '../ui/format.ts';
import { ScoreBar } from '../ui/score-bar.tsx';

const Formula = ({ text }: { readonly text: string }) => (
  <p className="rounded-md bg-sunken px-3 py-2 font-mono text-sm break-words whitespace-pre-wrap">{text}</p>
);

const shown = (value: ExplainedInput['value']): string => {
  if (value === null) return 'not measured';
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 4 });
  return String(value);
};

/** The log of the check that reported a number. */
const Source = ({ run, input }: { readonly run: string; readonly input: ExplainedInput }) => {
  if (input.log === null) return <span className="text-faint">{input.check ?? '–'}</span>;
  return (
    <Link
      to="/runs/$run/logs/$digest"
      params={{ run, digest: input.log.digest }}
      search={{ title: `${input.of}: ${input.check ?? 'log'}` }}
      className="link"
    >
      {input.check ?? 'log'}
    </Link>
  );
};

/** Whose number it is, and its source if no log has it. */
const originOf = ({ of, note, log }: ExplainedInput): string =>
  [of, ...(log === null ? [note ?? 'no log has it'] : [])].join(' · ');

type Count = ExplainedInput['counts'][number];

/** The line of a log with one of the counted items. */
const CountLink = ({ run, counted }: { readonly run: string; readonly counted: Count }) => {
  const { text, of, check, find } = counted;
  if (report !== null) return <>{text}</>;
  return (
    <Link
      to="/runs/$run/place"
      params={{ run }}
      search={{ source: of, check, find: find[0] ?? '', or: find.slice(1).at(-1) }}
      className="link"
    >
      {text}
    </Link>
  );
};

type Place = ExplainedInput['places'][number];

/** The line of the change that a number comes from. */
const PlaceLink = ({
  run,
  name,
  place: { text, path, line },
}: {
  readonly run: string;
  readonly name: string;
  readonly place: Place;
}) => {
  if (path === null) return <>{text} (in no added line)</>;
  return (
    <Link
      to="/runs/$run/changes"
      params={{ run }}
      search={{ right: name, path, ...(line === null || line === 0 ? {} : { line }) }}
      className="link"
    >
      {text}
    </Link>
  );
};

/** What a number comes from: lines of logs, lines of the change, or statements. */
const Opened = ({ run, input }: { readonly run: string; readonly input: ExplainedInput }) => {
  const { counts, places, quote, name, of, value } = input;
  const listed = counts.length + places.length;
  const more = counts.length > 0 && typeof value === 'number' ? value - counts.length : 0;
  if (listed === 0 && quote === null) return <>{words(name)}</>;
  return (
    <details className="text-sm">
      <summary className="text-soft">{words(name)}</summary>
      {listed > 0 && (
        <ul className="space-y-1 py-1.5 pl-4">
          {counts.map((counted, at) => (
            <li key={`${counted.text}-${at}`} className="wrap-anywhere">
              <CountLink run={run} counted={counted} />
            </li>
          ))}
          {places.map((place, at) => (
            <li key={`${place.text}-${at}`} className="wrap-anywhere">
              <PlaceLink run={run} name={of} place={place} />
            </li>
          ))}
          {more > 0 && <li className="text-faint">and {more} more</li>}
        </ul>
      )}
      {quote !== null && (
        <blockquote className="my-1.5 border-l-2 border-line-strong py-1 pl-3 wrap-anywhere whitespace-pre-wrap text-soft">
          {quote}
        </blockquote>
      )}
    </details>
  );
};

const Inputs = ({ run, inputs }: { readonly run: string; readonly inputs: readonly ExplainedInput[] }) =>
  inputs.length === 0 ? null : (
    <table className="w-full text-sm">
      <thead className="text-left text-xs text-faint">
        <tr>
          <th className="py-1 pr-3 font-normal">input</th>
          <th className="py-1 pr-3 text-right font-normal">value</th>
          <th className="py-1 font-normal">log</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line align-top">
        {inputs.map((input) => (
          <tr key={`${input.of}/${input.name}`}>
            <td className="py-1.5 pr-3 wrap-anywhere">
              <Opened run={run} input={input} />
              <p className="text-xs text-faint">{originOf(input)}</p>
            </td>
            <td
              className={`num py-1.5 pr-3 text-right font-medium ${typeof input.value === 'string' ? 'max-w-40 wrap-anywhere' : 'whitespace-nowrap'}`}
            >
              {shown(input.value)}
            </td>
            <td className="py-1.5 whitespace-nowrap">
              <Source run={run} input={input} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );

type Term = Explanation['total']['terms'][number];

export const DimensionDetail = ({
  run,
  dimension,
  term,
}: {
  readonly run: string;
  readonly dimension: ExplainedDimension;
  readonly term: Term | undefined;
}) => (
  <div className="space-y-3">
    <ScoreBar value={dimension.score} className="h-2.5" />
    {dimension.reason !== null && <p className="break-words text-soft">{dimension.reason}</p>}
    <Formula text={dimension.formula} />
    <Inputs run={run} inputs={dimension.inputs} />
    {term !== undefined && term.weight !== null && term.points !== null && (
      <p className="num text-sm text-soft">
        Weighs {percent(term.weight, 1)} (configured: {term.configured}), so it adds {score(term.points)}{' '}
        points to the total.
      </p>
    )}
  </div>
);

export const TotalDetail = ({
  run,
  explanation,
}: {
  readonly run: string;
  readonly explanation: Explanation;
}) => {
  const { total, dimensions } = explanation;
  return (
    <div className="space-y-4">
      <Formula text={total.formula} />
      <table className="w-full text-sm">
        <thead className="text-xs text-faint">
          <tr>
            <th className="py-1 pr-3 text-left font-normal">dimension</th>
            <th className="py-1 pr-3 text-right font-normal">score</th>
            <th className="py-1 pr-3 text-right font-normal">× weight</th>
            <th className="py-1 text-right font-normal">= points</th>
          </tr>
        </thead>
        <tbody className="num divide-y divide-line">
          {total.terms.map((term) => (
            <tr key={term.dimension}>
              <td className="py-1.5 pr-3">{words(term.dimension)}</td>
              <td className="py-1.5 pr-3 text-right">{score(term.score)}</td>
              <td className="py-1.5 pr-3 text-right">
                {term.weight === null ? '–' : percent(term.weight, 1)}
              </td>
              <td className="py-1.5 text-right font-medium">{score(term.points)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot className="num border-t-2 border-line font-semibold">
          <tr>
            <td className="py-1.5 pr-3" colSpan={3}>
              total
            </td>
            <td className="py-1.5 text-right">{score(total.value)}</td>
          </tr>
        </tfoot>
      </table>
      <div className="space-y-1">
        {dimensions.map((dimension) => (
          <details key={dimension.key} className="rounded-md border border-line px-3 py-2">
            <summary className="num flex items-center justify-between gap-3 text-sm font-medium">
              {words(dimension.title)}
              <span>{score(dimension.score)}</span>
            </summary>
            <div className="pt-3">
              <DimensionDetail
                run={run}
                dimension={dimension}
                term={total.terms.find((term) => term.dimension === dimension.key)}
              />
            </div>
          </details>
        ))}
      </div>
    </div>
  );
};

const LONGEST = 3;

export const LikelihoodDetail = ({ likelihood }: { readonly likelihood: Explanation['likelihood'] }) => {
  if (likelihood === null)
    return <p className="text-soft">There is not enough evidence for a probability.</p>;
  return (
    <div className="space-y-3">
      <p className="text-soft">
        <strong className="num text-lg text-ink">{percent(likelihood.probability)}</strong> is the sum of
        these log odds as a probability. Bars to the right speak for the candidate, bars to the left against
        it.
      </p>
      <ul className="divide-y divide-line">
        {likelihood.terms.map(({ why, log_odds }) => (
          <li
            key={why}
            className="grid grid-cols-[minmax(0,1fr)_8rem_3.5rem] items-center gap-3 py-1.5 text-sm"
          >
            <span className="break-words">{why}</span>
            <span aria-hidden="true" className="relative h-2.5 rounded bg-sunken">
              <span
                className={`absolute inset-y-0 rounded ${log_odds < 0 ? 'right-1/2 bg-fail-fill' : 'left-1/2 bg-pass-fill'}`}
                style={{ width: `${(Math.min(Math.abs(log_odds), LONGEST) / LONGEST) * 50}%` }}
              />
              <span className="absolute inset-y-0 left-1/2 w-px bg-line-strong" />
            </span>
            <span className="num text-right">
              {log_odds > 0 ? '+' : ''}
              {log_odds.toFixed(2)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
};
