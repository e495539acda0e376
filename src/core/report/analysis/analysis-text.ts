import type { AssessedFinding, ChangeAnalysis, MetricResult } from '../../domain/evidence/assessment.ts';
import type { Paint } from '../text/paint.ts';
import { printableLine } from '../text/printable.ts';
import { paintScore, scoreBar } from '../text/score-bar.ts';

const BAR = 20;
const MOST_FINDINGS = 200;
const BAD = new Set(['error', 'high']);

const scoreLine = (name: string, { score, details }: MetricResult, paint: Paint): string => {
  if (score === null)
    return `  ${name.padEnd(9)} ${paint.dim(`not measured: ${printableLine(details.reason ?? '')}`)}`;
  const text = paintScore(paint, 100 * score, score.toFixed(3));
  return `  ${name.padEnd(9)} ${text} ${paint.dim(scoreBar(100 * score, BAR))}`;
};

const shown = (value: number | null, digits = 0): string => (value === null ? '–' : value.toFixed(digits));

const qualityLines = ({ quality }: ChangeAnalysis, paint: Paint): readonly string[] =>
  Object.entries(quality.details.languages).flatMap(([name, one]) => [
    `  ${paint.bold(name.padEnd(11))} quality ${shown(one.score, 3)}: ${shown(one.violations)} findings in ${shown(one.changed_loc)} changed lines, complexity ${shown(one.cc, 1)}, maintainability ${shown(one.mi, 0)}`,
    paint.dim(`              by ${one.tools.map((tool) => printableLine(tool, 60)).join(', ') || 'nothing'}`),
    ...reasonLines(one.reasons, paint),
  ]);

const securityLines = ({ security }: ChangeAnalysis, paint: Paint): readonly string[] =>
  Object.entries(security.details.languages).flatMap(([name, one]) => [
    `  ${paint.bold(name.padEnd(11))} security ${shown(one.score, 3)}: ${shown(one.high)} high, ${shown(one.medium)} medium, ${shown(one.low)} low`,
    paint.dim(`              by ${one.tools.map((tool) => printableLine(tool, 60)).join(', ') || 'nothing'}`),
    ...reasonLines(one.reasons, paint),
  ]);

const reasonLines = (reasons: Readonly<Record<string, string>>, paint: Paint): readonly string[] =>
  Object.entries(reasons).map(([what, why]) =>
    paint.dim(`              ${printableLine(what, 40)}: ${printableLine(why, 160)}`),
  );

const findingLine = ({ path, line, level, rule, message }: AssessedFinding, paint: Paint): string => {
  const place = `${printableLine(path, 120)}${line === 0 ? '' : `:${line}`}`;
  const how = BAD.has(level) ? paint.bad(level.padEnd(7)) : paint.warn(level.padEnd(7));
  return `  ${how} ${place} ${printableLine(message, 160)} ${paint.dim(printableLine(rule, 60))}`;
};

/** An analysis for people: scores, their parts, and every finding with its location. */
export const analysisLines = (analysis: ChangeAnalysis, paint: Paint): readonly string[] => {
  const { quality, security } = analysis;
  const findings = [...security.details.findings, ...quality.details.findings];
  const notes = [...new Set([...quality.details.notes, ...security.details.notes])];
  const more = findings.length - MOST_FINDINGS;
  return [
    scoreLine('quality', quality, paint),
    scoreLine('security', security, paint),
    '',
    ...qualityLines(analysis, paint),
    ...securityLines(analysis, paint),
    ...(findings.length === 0
      ? []
      : ['', ...findings.slice(0, MOST_FINDINGS).map((one) => findingLine(one, paint))]),
    ...(more > 0 ? [paint.dim(`  and ${more} more: --json has them all`)] : []),
    ...notes.map((note) => paint.dim(`  note: ${printableLine(note)}`)),
  ];
};
