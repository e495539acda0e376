import type { CandidateView, ScoreInputView } from '../../src/core/domain/window/candidate-view.ts';
import type { RunList } from '../../src/core/domain/window/run-row.ts';
import { serveAt } from './served-store.ts';

/** The inputs of a dimension's score in the newest run, by candidate, as the pages get it. */
export const explainedInputs = async (
  repo: string,
  key: string,
  candidates: readonly string[],
): Promise<Readonly<Record<string, readonly ScoreInputView[]>>> => {
  const server = await serveAt(repo);
  try {
    const { rows } = await server.get<RunList>('/api/runs?limit=1');
    const views = await Promise.all(
      candidates.map((name) => server.get<CandidateView>(`/api/runs/${rows[0]?.id}/candidates/${name}`)),
    );
    return Object.fromEntries(
      views.map(({ name, explanation }) => [
        name,
        explanation?.dimensions.find((dimension) => dimension.key === key)?.inputs ?? [],
      ]),
    );
  } finally {
    await server.close();
  }
};
