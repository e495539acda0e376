import type { Captured, Evidence } from '../domain/evidence/evidence.ts';
import type { CrossCell } from '../domain/evidence/matrix.ts';

/** How one candidate does on the proven tests of others. */
export type CrossExamined = {
  /** Proven tests of others that count, and that it passes. */
  readonly passed: number;
  /** Those that count and that it does not pass. */
  readonly failed: number;
  /** Its own proven tests that another candidate passes too. */
  readonly corroborated: number;
  /** It brings proven tests, and none of at least two other candidates passes any of them. */
  readonly contradicted: boolean;
};

/** A test is identified by author and id: two authors may use the same id. */
const keyOf = (author: string, id: string): string => JSON.stringify([author, id]);

const passedIn = ({ tests }: CrossCell): readonly string[] => (tests.known ? tests.value.passed : []);

/** A cell lost by the infrastructure is no evidence; in one that the candidate broke, no test passed. */
const isEvidence = ({ tests }: CrossCell): boolean => tests.known || tests.cause === 'candidate';

/** A test counts if it passes on a source other than its author's. */
export const crossExamined = ({
  evidence,
}: Pick<Captured, 'evidence'>): ReadonlyMap<string, CrossExamined> => {
  const cells = evidence.flatMap(({ matrix }) => matrix?.cross ?? []);
  const counting = new Map<string, string[]>();
  const known = new Set<string>();
  for (const cell of cells)
    for (const id of passedIn(cell)) {
      const key = keyOf(cell.author, id);
      if (known.has(key)) continue;
      known.add(key);
      counting.set(cell.author, [...(counting.get(cell.author) ?? []), id]);
    }
  const ownerOfTree = new Map<string, string>();
  for (const { tree, candidate } of evidence)
    if (!ownerOfTree.has(tree)) ownerOfTree.set(tree, candidate.name);
  const examiners = (author: string): number =>
    new Set(
      evidence
        .filter(({ matrix }) => matrix?.cross.some((cell) => cell.author === author && isEvidence(cell)))
        .map(({ tree }) => tree),
    ).size;
  const examine = (one: Evidence): CrossExamined => {
    let [passed, failed] = [0, 0];
    for (const cell of one.matrix?.cross ?? []) {
      if (!isEvidence(cell)) continue;
      const mine = new Set(passedIn(cell));
      for (const id of counting.get(cell.author) ?? []) {
        if (mine.has(id)) passed += 1;
        else failed += 1;
      }
    }
    const author = ownerOfTree.get(one.tree) ?? one.candidate.name;
    const corroborated = counting.get(author)?.length ?? 0;
    const claims = (one.matrix?.proven.length ?? 0) > 0;
    return {
      passed,
      failed,
      corroborated,
      contradicted: claims && corroborated === 0 && examiners(author) >= 2,
    };
  };
  return new Map(evidence.map((one) => [one.candidate.name, examine(one)]));
};
