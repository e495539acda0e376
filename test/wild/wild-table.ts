import type { Kind } from './candidates.ts';
import type { WildResult } from './run-case.ts';

const share = (part: number, whole: number): string =>
  whole === 0 ? `${part}` : `${part} of ${whole} (${Math.round((100 * part) / whole)} %)`;

const RIGHT = new Set<Kind>(['with-tests', 'without-tests']);

const median = (values: readonly number[]): number | null =>
  values.length === 0 ? null : [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Counts over cases whose tests pass by hand; `ran` are those that Hydra measured without configuration. */
export const summarise = (results: readonly WildResult[]) => {
  const valid = results.filter(({ byHand }) => byHand.ok);
  const ran = valid.filter(({ judgement }) => judgement !== null && judgement.outcome !== 'not-run');
  const count = (test: (judgement: NonNullable<WildResult['judgement']>) => boolean) =>
    ran.filter(({ judgement }) => judgement !== null && test(judgement)).length;
  return {
    tried: results.length,
    passByHand: valid.length,
    ran: ran.length,
    right: count(({ outcome }) => outcome === 'right'),
    abstained: count(({ outcome }) => outcome === 'abstained'),
    wrong: count(({ outcome }) => outcome === 'wrong'),
    wrongStrong: count(({ outcome, strong }) => outcome === 'wrong' && strong),
    leaningRight: count(
      ({ outcome, leaning }) =>
        outcome === 'abstained' && leaning.length > 0 && leaning.every((kind) => RIGHT.has(kind)),
    ),
    refused: count(({ refused }) => refused),
    medianTime: median(ran.flatMap(({ timeRatio }) => (timeRatio === null ? [] : [timeRatio]))),
  };
};

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').slice(0, 160);

const rowOf = ({ repository, language, fix, byHand, judgement, timeRatio }: WildResult): string => {
  const outcome = !byHand.ok ? 'not by hand' : (judgement?.outcome ?? 'not-run');
  const strength = judgement?.outcome === 'wrong' && judgement.strong ? ', strong' : '';
  const refused = judgement?.refused ? 'yes' : '';
  const time = timeRatio === null ? '–' : timeRatio.toFixed(1);
  const leaning = judgement?.leaning.length ? `leans to ${judgement.leaning.join(', ')}` : '–';
  return `| ${repository} | ${fix.slice(0, 8)} | ${language} | ${outcome}${strength} | ${judgement?.winner ?? leaning} | ${byHand.ok ? refused : ''} | ${time} |`;
};

/** Worst first: wrong, then not run, then the fix refused. */
const worstOf = (results: readonly WildResult[]): readonly string[] =>
  results
    .filter(({ byHand }) => byHand.ok)
    .flatMap(({ repository, judgement }) => {
      if (judgement === null) return [];
      const { outcome, winner, refused, why } = judgement;
      if (outcome === 'wrong')
        return [{ rank: 0, line: `**${repository}**: the winner is ${winner}. ${cell(why)}` }];
      if (outcome === 'not-run')
        return [{ rank: 1, line: `**${repository}**: no test measured. ${cell(why)}` }];
      return refused ? [{ rank: 2, line: `**${repository}**: the fix is not mergeable. ${cell(why)}` }] : [];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ line }) => `- ${line}`);

export const wildTable = (
  results: readonly WildResult[],
  about: { readonly date: string; readonly engine: string },
): string => {
  const sums = summarise(results);
  const worst = worstOf(results);
  return [
    `Measured ${about.date} with engine ${about.engine}.`,
    '',
    '| measure | cases |',
    '|---|---|',
    `| tried | ${sums.tried} |`,
    `| tests pass by hand | ${share(sums.passByHand, sums.tried)} |`,
    `| ran without configuration | ${share(sums.ran, sums.passByHand)} |`,
    `| right winner | ${share(sums.right, sums.ran)} |`,
    `| abstained | ${share(sums.abstained, sums.ran)} |`,
    `| abstained, leaning only to the fix | ${share(sums.leaningRight, sums.abstained)} |`,
    `| wrong winner | ${share(sums.wrong, sums.ran)} |`,
    `| wrong winner with strong evidence | ${share(sums.wrongStrong, sums.ran)} |`,
    `| the fix refused | ${share(sums.refused, sums.ran)} |`,
    `| median time, in runs of the project's own test command | ${sums.medianTime?.toFixed(1) ?? '–'} |`,
    '',
    '| repository | fix | language | outcome | winner | fix refused | time |',
    '|---|---|---|---|---|---|---|',
    ...results.map(rowOf),
    ...(worst.length === 0 ? [] : ['', 'Worst cases:', '', ...worst]),
  ].join('\n');
};
