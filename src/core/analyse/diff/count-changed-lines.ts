export type ChangedLines = { readonly added: number; readonly removed: number };

/** A bound in steps, not in time, so the answer does not depend on the machine. */
const MAX_STEPS = 10_000_000;

/** The fewest lines to add and remove, after Myers; null if finding out would take too long. */
export const countChangedLines = (
  before: readonly string[],
  after: readonly string[],
): ChangedLines | null => {
  const [a, b] = trimEqualEnds(numberLines(before, after));
  const shared = keepShared(a, b);
  const onlyBefore = a.length - shared.a.length;
  const onlyAfter = b.length - shared.b.length;
  const edits = shortestEdit(shared.a, shared.b);
  if (edits === null) return null;
  const grown = shared.b.length - shared.a.length;
  return { added: onlyAfter + (edits + grown) / 2, removed: onlyBefore + (edits - grown) / 2 };
};

type Numbered = readonly [Int32Array, Int32Array];

const numberLines = (before: readonly string[], after: readonly string[]): Numbered => {
  const numbers = new Map<string, number>();
  const numberOf = (line: string): number => {
    const known = numbers.get(line);
    if (known !== undefined) return known;
    numbers.set(line, numbers.size);
    return numbers.size - 1;
  };
  return [Int32Array.from(before, numberOf), Int32Array.from(after, numberOf)];
};

const trimEqualEnds = ([a, b]: Numbered): Numbered => {
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  return [a.subarray(head, a.length - tail), b.subarray(head, b.length - tail)];
};

/** A line that only one side has is changed in every possible edit: leaving it out first makes rewrites cheap. */
const keepShared = (a: Int32Array, b: Int32Array): { a: Int32Array; b: Int32Array } => {
  const [inA, inB] = [new Set(a), new Set(b)];
  return { a: a.filter((line) => inB.has(line)), b: b.filter((line) => inA.has(line)) };
};

const shortestEdit = (a: Int32Array, b: Int32Array): number | null => {
  const longest = a.length + b.length;
  const reach = new Int32Array(2 * longest + 3);
  const middle = longest + 1;
  let steps = 0;
  for (let edits = 0; edits <= longest; edits++) {
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const fromAbove = reach[middle + diagonal + 1]!;
      const fromLeft = reach[middle + diagonal - 1]! + 1;
      const down = diagonal === -edits || (diagonal !== edits && fromLeft <= fromAbove);
      let x = down ? fromAbove : fromLeft;
      const start = x;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++;
      reach[middle + diagonal] = x;
      if (x >= a.length && x - diagonal >= b.length) return edits;
      steps += 1 + x - start;
    }
    if (steps > MAX_STEPS) return null;
  }
  return longest;
};
