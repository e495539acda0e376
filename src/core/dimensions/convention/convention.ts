import { measured } from '../../domain/measured.ts';
import { type Dimension, type DimensionEvidence, explainShare, shareScore } from '../dimension.ts';
import { conventionCard, conventionShare } from './convention-card.ts';
import { ConventionEvidence } from './convention-evidence.ts';
import { CONVENTION_FORMULA, explainConvention } from './explain-convention.ts';

export const convention = {
  key: 'convention',
  title: 'convention',
  weight: null,
  description:
    'Weight of how native a change looks in its repository; absent: not measured, and takes no time.',
  score: shareScore('convention', 'conventions were not examined'),
  explain: explainShare('convention', CONVENTION_FORMULA),
  evidence: {
    field: 'convention',
    schema: ConventionEvidence,
    blocksOnFailure: true,
    reusable: true,
    capture: async (change) => measured(await change.conventions()),
    inputs: explainConvention,
    share: (found, checks) => conventionShare(found, conventionCard(found, measured(checks()))),
  } as const satisfies DimensionEvidence<typeof ConventionEvidence>,
} as const satisfies Dimension;
