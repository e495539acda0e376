const ROUNDS = 500;
const CLOSE = 1e-10;

/**
 * Strengths on a log scale, centred at 0, from wins[winner][loser]; a tie is half a win each.
 * Every pair starts with one tie, so that a candidate that always wins has a finite strength.
 */
export const bradleyTerry = (wins: readonly (readonly number[])[]): readonly number[] => {
  const size = wins.length;
  const won = wins.map((row, at) =>
    row.reduce((sum, count, other) => sum + (other === at ? 0 : count + 0.5), 0),
  );
  const games = wins.map((row, at) => row.map((count, other) => count + (wins[other]?.[at] ?? 0) + 1));
  let strengths = wins.map(() => 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    const raised = strengths.map((own, at) => {
      let faced = 0;
      for (let other = 0; other < size; other += 1)
        if (other !== at) faced += games[at]![other]! / (own + strengths[other]!);
      return faced === 0 ? 1 : won[at]! / faced;
    });
    const centre = Math.exp(raised.reduce((sum, strength) => sum + Math.log(strength), 0) / size);
    const next = raised.map((strength) => strength / centre);
    const moved = Math.max(...next.map((strength, at) => Math.abs(strength - strengths[at]!)));
    strengths = next;
    if (moved < CLOSE) break;
  }
  return strengths.map((strength) => Math.log(strength));
};
