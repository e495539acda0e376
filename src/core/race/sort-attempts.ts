type Placed = { readonly agent: string; readonly round: number };

/** By round, then in the order of the start and not of the end: results must not depend on who was quicker. */
export const sortAttempts = <T extends Placed>(
  attempts: Iterable<T>,
  started: readonly string[],
): readonly T[] => {
  const order = new Map(started.map((name, at) => [name, at]));
  const placeOf = (name: string): number => order.get(name) ?? started.length;
  return [...attempts].toSorted(
    (one, other) => one.round - other.round || placeOf(one.agent) - placeOf(other.agent),
  );
};
