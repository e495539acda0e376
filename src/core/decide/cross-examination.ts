import type { Captured, Evidence } from '../domain/evidence/evidence.ts';
import type { CrossCell } from '../domain/evidence/matrix.ts';

/** What others' proven tests say of one candidate. */
export type CrossExamined = {
  /** Proven tests of others that count, and that it passes. */
  readonly passed: number;
  /** Those that count and that it does not pass. */
  readonly failed: number;
  /** Its own proven tests that another candidate passes too. */
  readonly corroborated: number;
  /** Its own proven tests, and nobody of at least two others passes any. */
  readonly contradicted: boolean;
};

/** The test that shows it is told by author and id: two authors may call theirs the same. */
const keyOf = (author: string, id: string): string => JSON.stringify([author, id]);

const passedIn = ({ tests }: CrossCell): readonly string[] => (tests.known ? tests.value.passed : []);

/** A cell that the machine lost says nothing; one that the candidate broke has passed nothing. */
const isEvidence = ({ tests }: CrossCell): boolean => tests.known || tests.cause === 'candidate';

/** A test counts where it passes on a source other than its author's. */
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
