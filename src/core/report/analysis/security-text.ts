import type { SecurityResult } from '../../domain/evidence/assessment.ts';
import { printableLine } from '../text/printable.ts';

const MOST_FINDINGS = 100;

/** A security assessment for a model: the score, every finding with its location, and what was not examined. */
export const securityText = ({ score, details }: SecurityResult): string => {
  const { findings, languages, notes, reason } = details;
  const silent = Object.entries(languages).flatMap(([name, { reasons }]) =>
    Object.entries(reasons).map(([what, why]) => `${name}, ${what}: ${printableLine(why, 200)}`),
  );
  const places = findings
    .slice(0, MOST_FINDINGS)
    .map(
      ({ level, path, line, rule, message }) =>
        `${level} ${printableLine(path, 200)}${line === 0 ? '' : `:${line}`} ${printableLine(message, 300)} (${printableLine(rule, 80)})`,
    );
  const more = findings.length - places.length;
  return [
    score === null
      ? `Not assessed: ${printableLine(reason ?? 'nothing to assess', 300)}.`
      : `Security of what was changed: ${score.toFixed(2)} of 1, ${findings.length} findings by ${details.tools.map((tool) => printableLine(tool, 60)).join(', ') || 'nothing'}.`,
    ...places,
    ...(more > 0 ? [`and ${more} more`] : []),
    ...[...silent, ...notes.map((note) => printableLine(note, 200))].map((note) => `note: ${note}`),
  ].join('\n');
};
