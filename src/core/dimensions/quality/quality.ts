import { measured } from '../../domain/measured.ts';
import { scoreQuality } from '../../score/benchmark/score-quality.ts';
import { type Dimension, type DimensionEvidence, explainShare, shareScore } from '../dimension.ts';
import { QualityEvidence } from './quality-evidence.ts';

const MOST_FINDINGS = 200;

export const quality = {
  key: 'quality',
  title: 'quality',
  weight: null,
  description:
    'Weight of findings in changed lines, complexity and maintainability; absent: not measured, and takes no time.',
  score: shareScore('quality', 'quality was not looked at'),
  explain: explainShare(
    'quality',
    '100 × the mean over languages of the quality model: findings per changed line, complexity, maintainability',
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
    share: ({ languages }) =>
      scoreQuality({ quality: measured(new Map(languages.map(({ name, facts }) => [name, facts]))) }),
  } as const satisfies DimensionEvidence<typeof QualityEvidence>,
} as const satisfies Dimension;
