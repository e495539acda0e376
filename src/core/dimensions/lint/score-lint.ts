import type { Finding } from '../../domain/check/lint-report.ts';
import { mapMeasured, type Measured } from '../../domain/measured.ts';
import type { RaceFacts } from '../../domain/run/race-facts.ts';
import { clamp } from '../../math/clamp.ts';
import { compareFindings, newFindings, type OldNames, oldNamesOf } from '../../compare/compare-findings.ts';
import { pairMeasured } from '../../math/pair-measured.ts';
import type { Counted, ScoreExplanation } from '../dimension.ts';
import type { RaceInput } from '../race-input.ts';

const COST_OF = { error: 12, warning: 2 } as const;

const renamesIn = ({ diff }: RaceFacts): OldNames => oldNamesOf(diff.known ? diff.value.files : []);

/** How many of each kind are named. */
const MOST = 20;

const asCounted = ({ file, line, rule, message }: Finding): Counted => ({
  text: `${file}:${line} ${rule}: ${message}`,
  find: [...new Set([message, JSON.stringify(message).slice(1, -1), rule])].filter((text) => text !== ''),
});

const countFindings = (findings: readonly Finding[], severity?: Finding['severity']): readonly Counted[] =>
  findings
    .filter((finding) => severity === undefined || finding.severity === severity)
    .slice(0, MOST)
    .map(asCounted);

export const explainLint: ScoreExplanation = {
  formula: `100 − ${COST_OF.error} × new_errors − ${COST_OF.warning} × new_warnings + resolved, from 0 to 100`,
  inputs: ({ candidate, baseline }) => {
    const pair = pairMeasured(baseline.lint, candidate.lint);
    if (!pair.known) return [];
    const { base, own } = pair.value;
    const { newErrors, newWarnings, resolved } = compareFindings(base, own, renamesIn(candidate));
    const [before, now] = [base.findings ?? [], own.findings ?? []];
    const fresh = newFindings(before, now, renamesIn(candidate));
    const gone = newFindings(now, before, new Map());
    const of = { of: 'candidate', check: 'lint' } as const;
    const ofBase = { of: 'baseline', check: 'lint' } as const;
    return [
      { name: 'new_errors', value: newErrors, ...of, counts: countFindings(fresh, 'error') },
      { name: 'new_warnings', value: newWarnings, ...of, counts: countFindings(fresh, 'warning') },
      {
        name: 'resolved',
        value: resolved,
        ...of,
        counts: countFindings(gone).map((one) => ({ ...one, of: 'baseline' as const })),
      },
      { name: 'errors', value: base.errors, ...ofBase, counts: countFindings(before, 'error') },
      { name: 'warnings', value: base.warnings, ...ofBase, counts: countFindings(before, 'warning') },
    ];
  },
};

export const scoreLint = ({
  candidate,
  baseline,
}: Pick<RaceInput, 'candidate' | 'baseline'>): Measured<number> =>
  mapMeasured(pairMeasured(baseline.lint, candidate.lint), ({ base, own }) => {
    const { newErrors, newWarnings, resolved } = compareFindings(base, own, renamesIn(candidate));
    return clamp(100 - newErrors * COST_OF.error - newWarnings * COST_OF.warning + resolved, 0, 100);
  });
