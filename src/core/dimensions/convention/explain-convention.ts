import type { ConventionBreach } from '../../domain/candidate/source-change.ts';
import type { Ranking } from '../../domain/run/conclusion.ts';
import { CONVENTION_WEIGHTS, type ConventionMetric } from '../../score/convention/model.ts';
import type { ChangePlace, ScoreInput } from '../dimension.ts';
import type { ConventionEvidence } from './convention-evidence.ts';

const MOST_PLACES = 20;

const METRICS = Object.keys(CONVENTION_WEIGHTS) as readonly ConventionMetric[];

export const CONVENTION_FORMULA = `100 × (${METRICS.map(
  (metric) => `${CONVENTION_WEIGHTS[metric]} × ${metric}`,
).join(' + ')}) ÷ the weights of those that were measured`;

const RULES: Readonly<Partial<Record<ConventionMetric, ConventionBreach['rule']>>> = {
  boundaries: 'boundary',
  schemaConformance: 'schema',
  filePattern: 'file-name',
};

const NOTES: Readonly<Record<ConventionMetric, string>> = {
  identifierMatch: 'new names beside those around them',
  boundaries: 'imports that the base does not have',
  schemaConformance: 'schema files of the change',
  filePattern: 'names of new files',
  execSignals: 'lint, type errors and tests: see those dimensions and their logs',
};

/** A schema or a file name concerns the whole file; a name or an import is on a line. */
const breachPlace = ({ rule, path, found, expected }: ConventionBreach): ChangePlace => ({
  text: `${path}: ${found}, expected: ${expected}`,
  path,
  ...(rule === 'casing' || rule === 'boundary' ? { word: found } : { line: 0 }),
});

const namePlaces = ({ usage = [], breaches }: ConventionEvidence): readonly ChangePlace[] => {
  const styled = breaches.filter(({ rule }) => rule === 'casing').map(breachPlace);
  const explained = new Set(styled.map(({ word }) => word));
  const odd = usage
    .filter(({ name, follows, weight }) => follows < 1 && weight > 0 && !explained.has(name))
    .toSorted((one, other) => other.weight * (1 - other.follows) - one.weight * (1 - one.follows))
    .map(({ name, follows }) => ({
      text: `${name}: follows local usage by ${Math.round(follows * 100)} %`,
      path: null,
      word: name,
    }));
  return [...styled, ...odd];
};

/** The scores that make up the total, down to the names, imports and files that lower them. */
export const explainConvention = (
  found: ConventionEvidence,
  { conventions }: Pick<Ranking, 'conventions'>,
): readonly ScoreInput[] =>
  METRICS.map((metric) => {
    const rule = RULES[metric];
    const breaches = found.breaches.filter((breach) => breach.rule === rule);
    const places = metric === 'identifierMatch' ? namePlaces(found) : breaches.map(breachPlace);
    const reason = conventions?.reasons[metric];
    return {
      name: metric,
      value: conventions?.breakdown[metric] ?? (reason === undefined ? null : `not measured: ${reason}`),
      of: 'candidate',
      note: NOTES[metric],
      places: places.slice(0, MOST_PLACES),
    };
  });
