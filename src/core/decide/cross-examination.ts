import type { Captured, Evidence } from '../domain/evidence/evidence.ts';
import type { CrossCell } from '../domain/evidence/matrix.ts';
import { replacements } from './rewritten-tests.ts';
import { authorKey, type Authors } from '../select/authors.ts';

/** How one candidate does on the proven tests of the field. */
export type CrossExamined = {
  /** Proven tests of other candidates that are confirmed, and that it passes. */
  readonly passed: number;
  /** Those that are confirmed and that it does not pass. */
  readonly failed: number;
  /** Its own proven tests that are confirmed: another author passes them too. */
  readonly corroborated: number;
  /** Its author brings proven tests, and none of at least two other authors passes any of them. */
  readonly contradicted: boolean;
  /** Passes proven tests of its own author that no other author passes. */
  readonly claims: boolean;
  /** Independent authors whose sound candidates fail proven tests of its author. */
  readonly refutedBy: number;
  /** As many authors fail a confirmed test that it passes as pass it, regardless of who brings it. */
  readonly tied: boolean;
  /** Every confirmed test that it meets has only two authors, and the user does not say that they are two. */
  readonly unsure: boolean;
  /** Authors, its own included, whose unconfirmed tests it fails. */
  readonly failsClaimsOf: number;
  /** Their keys. */
  readonly claimants: readonly string[];
};

/** A test is identified by its candidate and its id: two candidates may use the same id. */
const keyOf = (owner: string, id: string): string => JSON.stringify([owner, id]);

const passedIn = ({ tests }: CrossCell): readonly string[] => (tests.known ? tests.value.passed : []);

/** A cell lost by the infrastructure is not evidence; in a cell that the candidate broke, no test passed. */
const isEvidence = ({ tests }: CrossCell): boolean => tests.known || tests.cause === 'candidate';

type Field = Pick<Captured, 'base' | 'baseline' | 'evidence' | 'confirmation'>;

/**
 * Runs of earlier engines keep their results. There, a test that one candidate brings showed nothing for others of its
 * author, and candidates of that author, or with the source of the base, were witnesses against it.
 */
const isEarlier = ({ confirmation }: Field): boolean => confirmation !== 'inputs';

/**
 * A candidate that breaks tests of the base is no witness against the tests of others. Nor is one with the source of the
 * base, on which they fail by definition.
 */
const isSound = (field: Field, aside: ReadonlySet<string>) => {
  const { base, baseline } = field;
  const before = baseline.tests.known ? (baseline.tests.value.outcomes ?? {}) : {};
  return ({ tests, pinned, tree }: Evidence): boolean =>
    tests.known &&
    (isEarlier(field) || (pinned?.tree ?? tree) !== base.tree) &&
    !Object.entries(tests.value.outcomes ?? {}).some(
      ([id, outcome]) =>
        outcome === 'failed' && !aside.has(id) && Object.hasOwn(before, id) && before[id] === 'passed',
    );
};

type Verdicts = {
  readonly passing: Set<string>;
  readonly failing: Set<string>;
  /** It replaces a base test that its author breaks: agreement with it confirms nothing. */
  readonly replaces: boolean;
};

/** By test: which authors pass it, and which sound ones fail it. */
const verdictsIn = (
  field: Field,
  authors: Authors,
  aside: ReadonlySet<string>,
): ReadonlyMap<string, Verdicts> => {
  const sound = isSound(field, aside);
  const provenBy = new Map(
    field.evidence.map(({ candidate, matrix }) => [candidate.name, matrix?.proven ?? []]),
  );
  const verdicts = new Map<string, Verdicts>();
  for (const one of field.evidence) {
    const replacing = replacements(one, aside);
    for (const id of one.matrix?.proven ?? [])
      verdicts.set(keyOf(one.candidate.name, id), {
        passing: new Set([authorKey(authors, one.candidate.name)]),
        failing: new Set(),
        replaces: replacing.has(id),
      });
  }
  for (const one of field.evidence) {
    const cells = (one.matrix?.cross ?? []).filter(isEvidence);
    const isWitness = cells.length > 0 && sound(one);
    for (const cell of cells) {
      const [mine, judge] = [new Set(passedIn(cell)), authorKey(authors, one.candidate.name)];
      for (const id of provenBy.get(cell.author) ?? []) {
        const verdict = verdicts.get(keyOf(cell.author, id));
        if (mine.has(id)) verdict?.passing.add(judge);
        else if (isWitness) verdict?.failing.add(judge);
      }
    }
  }
  for (const { passing, failing } of verdicts.values()) for (const author of passing) failing.delete(author);
  return verdicts;
};

/** Two authors pass it and are not outvoted by those who fail it: most of a field may well be wrong. */
const isConfirmed = ({ passing, failing, replaces }: Verdicts): boolean =>
  !replaces && passing.size >= 2 && passing.size >= failing.size;

const isTied = (verdict: Verdicts): boolean =>
  isConfirmed(verdict) && verdict.failing.size >= verdict.passing.size;

/** By owner of tests: how many authors of sound candidates ran them, the owner's own left out. */
const countExaminers = (field: Field, authors: Authors, aside: ReadonlySet<string>) => {
  const sound = isSound(field, aside);
  return (owner: string): number => {
    const examiners = new Set(
      field.evidence
        .filter(
          (one) => sound(one) && one.matrix?.cross.some((cell) => cell.author === owner && isEvidence(cell)),
        )
        .map(({ candidate }) => authorKey(authors, candidate.name)),
    );
    if (!isEarlier(field)) examiners.delete(authorKey(authors, owner));
    return examiners.size;
  };
};

/** Authors that the user does not name may be one: two of them confirm less than three. */
const ENOUGH_UNDECLARED = 3;

const unsureAmong = (authors: Authors) => {
  const declared = new Set([...authors.values()].flatMap((one) => (one.declared ? [one.key] : [])));
  return (confirmed: readonly Verdicts[]): boolean =>
    confirmed.length > 0 &&
    confirmed.every(
      ({ passing }) => passing.size < ENOUGH_UNDECLARED && [...passing].some((key) => !declared.has(key)),
    );
};

/** How each candidate does on the proven tests of the field, counted by independent author. */
export const crossExamined = (
  field: Field,
  authors: Authors,
  aside: ReadonlySet<string>,
): ReadonlyMap<string, CrossExamined> => {
  const verdicts = verdictsIn(field, authors, aside);
  const provenBy = new Map(
    field.evidence.map(({ candidate, matrix }) => [candidate.name, matrix?.proven ?? []]),
  );
  const ownerOfTree = new Map<string, string>();
  for (const { tree, candidate } of field.evidence)
    if (!ownerOfTree.has(tree)) ownerOfTree.set(tree, candidate.name);
  const verdictOn = (owner: string, id: string): Verdicts =>
    verdicts.get(keyOf(owner, id)) ?? { passing: new Set(), failing: new Set(), replaces: false };
  const examiners = countExaminers(field, authors, aside);
  const isUnsure = unsureAmong(authors);
  const examine = (one: Evidence): CrossExamined => {
    const failsClaimsOf = new Set<string>();
    const author = authorKey(authors, one.candidate.name);
    const claimed: Verdicts[] = [];
    const [met, missed]: [Verdicts[], Verdicts[]] = [[], []];
    const own = ownerOfTree.get(one.tree) ?? one.candidate.name;
    const owners = new Set((one.matrix?.proven.length ?? 0) > 0 ? [own] : []);
    for (const id of provenBy.get(own) ?? []) claimed.push(verdictOn(own, id));
    for (const cell of (one.matrix?.cross ?? []).filter(isEvidence)) {
      const mine = new Set(passedIn(cell));
      for (const id of provenBy.get(cell.author) ?? []) {
        const verdict = verdictOn(cell.author, id);
        if (isConfirmed(verdict)) {
          (mine.has(id) ? met : missed).push(verdict);
        } else if (!mine.has(id)) failsClaimsOf.add(authorKey(authors, cell.author));
        else if (authorKey(authors, cell.author) === author) {
          claimed.push(verdict);
          if (!isEarlier(field)) owners.add(cell.author);
        }
      }
    }
    const corroborated = (provenBy.get(own) ?? []).filter((id) => isConfirmed(verdictOn(own, id))).length;
    const open = claimed.filter((verdict) => !isConfirmed(verdict));
    const refuters = new Set(claimed.flatMap(({ failing }) => [...failing]));
    return {
      passed: met.length,
      failed: missed.length,
      corroborated,
      contradicted:
        owners.size > 0 &&
        corroborated === 0 &&
        [...owners].every((owner) => examiners(owner) >= 2) &&
        open.every(({ passing }) => passing.size < 2),
      claims: open.length > 0,
      refutedBy: refuters.size,
      tied: [...claimed, ...met].some(isTied),
      unsure: isUnsure([...claimed, ...met, ...missed].filter(isConfirmed)),
      failsClaimsOf: failsClaimsOf.size,
      claimants: [...failsClaimsOf],
    };
  };
  return new Map(field.evidence.map((one) => [one.candidate.name, examine(one)]));
};
