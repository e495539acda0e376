import { measured, type Measured } from '../../domain/measured.ts';
import { scoreQuality } from '../../score/benchmark/score-quality.ts';
import {
  type Dimension,
  type DimensionEvidence,
  explainShare,
  type ScoreInput,
  shareScore,
} from '../dimension.ts';
import { QualityEvidence } from './quality-evidence.ts';

const MOST_FINDINGS = 200;
const MOST_PLACES = 20;

const OF_FUNCTIONS = 'the functions that the change touches, together: no single line';

type FactsOfOne = Extract<QualityEvidence['languages'][number]['facts'], { known: true }>['value'];

const numberOf = (found: Measured<number>): number | string =>
  found.known ? found.value : `not measured: ${found.reason}`;

const languageInputs = (language: string, facts: FactsOfOne): readonly ScoreInput[] => {
  const { violations, changed_loc: lines, cc, mi, added } = facts;
  const of = { of: 'candidate' } as const;
  const named = (name: string): string => `${language}: ${name}`;
  return [
    {
      name: named(added === undefined ? 'findings' : 'findings more than the base has'),
      value: numberOf(added?.violations ?? violations),
      ...of,
      note: 'the findings below',
    },
    { name: named('changed lines'), value: numberOf(lines), ...of, note: 'the change' },
    {
      name: named(added === undefined ? 'mean complexity' : 'complexity added'),
      value: numberOf(added?.cc ?? cc),
      ...of,
      note: OF_FUNCTIONS,
    },
    {
      name: named(added === undefined ? 'maintainability' : 'maintainability lost'),
      value: numberOf(added?.mi ?? mi),
      ...of,
      note: OF_FUNCTIONS,
    },
  ];
};

const explainFound = ({ languages, findings, tools }: QualityEvidence): readonly ScoreInput[] => {
  const own = findings.filter(({ metric }) => metric === 'quality');
  return [
    ...languages.flatMap(({ name, facts }): readonly ScoreInput[] =>
      facts.known
        ? languageInputs(name, facts.value)
        : [{ name, value: `not measured: ${facts.reason}`, of: 'candidate', note: 'the change' }],
    ),
    {
      name: 'findings in changed lines',
      value: own.length,
      of: 'candidate',
      note: own.length === 0 ? `${tools.join(', ') || 'no tool'} found nothing` : tools.join(', '),
      places: own.slice(0, MOST_PLACES).map(({ path, line, rule, level, message }) => ({
        text: `${path}:${line} ${level} ${rule}: ${message}`,
        path,
        line,
      })),
    },
  ];
};

export const quality = {
  key: 'quality',
  title: 'quality',
  weight: null,
  description:
    'Weight of findings in changed lines, complexity and maintainability; absent: not measured, and takes no time.',
  score: shareScore('quality', 'quality was not examined'),
  explain: explainShare(
    'quality',
    '100 × the mean over languages of the mean of 1 − findings ÷ changed lines, 1 − complexity added ÷ 20 and 1 − maintainability lost ÷ 50, each from 0 to 1; by the absolute formula (25 − complexity) ÷ 20 and maintainability ÷ 100',
  ),
  evidence: {
    field: 'quality',
    schema: QualityEvidence,
    blocksOnFailure: true,
    reusable: false,
    async capture(change) {
      const { quality: found, tools, findings, notes } = await change.analyse();
      if (!found.known) return found;
      const more = findings.length - MOST_FINDINGS;
      return measured({
        languages: [...found.value].map(([name, facts]) => ({ name, facts })),
        tools: [...tools],
        findings: findings.slice(0, MOST_FINDINGS),
        notes: [...notes, ...(more > 0 ? [`${more} more findings are not listed`] : [])],
      });
    },
    inputs: explainFound,
    share: ({ languages }) =>
      scoreQuality({ quality: measured(new Map(languages.map(({ name, facts }) => [name, facts]))) }),
  } as const satisfies DimensionEvidence<typeof QualityEvidence>,
} as const satisfies Dimension;
