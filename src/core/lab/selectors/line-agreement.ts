import { readPatchFiles } from '../../analyse/diff/read-patch-files.ts';
import { classifyPath } from '../../analyse/paths/classify-path.ts';
import { jaccard } from '../../math/jaccard.ts';
import { mean } from '../../math/mean.ts';
import type { LabCandidate, Selector } from '../selector.ts';
import { bestBy } from './best-by.ts';

/** Changed lines without white space, each with its side and file; tests are not source. */
const changedLines = ({ patch }: LabCandidate): ReadonlySet<string> =>
  new Set(
    readPatchFiles(patch)
      .filter(({ path }) => classifyPath(path) === 'source')
      .flatMap(({ path, hunks }) =>
        hunks.flatMap(({ added, removed }) => [
          ...added.map((line) => `+${path}:${line.replaceAll(/\s+/g, '')}`),
          ...removed.map((line) => `-${path}:${line.replaceAll(/\s+/g, '')}`),
        ]),
      )
      .filter((line) => !line.endsWith(':')),
  );

const authorOf = ({ author, name }: LabCandidate): string => author ?? name;

/** Mean over the other authors of the mean overlap with each one's candidates. */
const agreementOf = (
  candidate: LabCandidate,
  all: readonly LabCandidate[],
  lines: ReadonlyMap<string, ReadonlySet<string>>,
): number => {
  const own = lines.get(candidate.name) ?? new Set();
  const others = all.filter((other) => authorOf(other) !== authorOf(candidate));
  const overlaps = [...new Set(others.map(authorOf))].map((author) =>
    mean(
      others
        .filter((other) => authorOf(other) === author)
        .map(({ name }) => jaccard(own, lines.get(name) ?? new Set()) ?? 0),
    ),
  );
  return mean(overlaps.map((overlap) => overlap ?? 0)) ?? 0;
};

export const lineAgreement: Selector = {
  id: 'agreement',
  summary: 'most changed lines in common with candidates of other authors',
  select: (task) => {
    const lines = new Map(task.candidates.map((candidate) => [candidate.name, changedLines(candidate)]));
    return bestBy(
      task,
      (candidate) => agreementOf(candidate, task.candidates, lines),
      (value) => `shares ${Math.round(100 * value)} % of its changed lines with other authors`,
    );
  },
};
