import * as fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { compareModels } from '../../../src/core/decide/bench/compare-models.ts';
import { estimateRuns } from '../../../src/core/decide/bench/estimate-runs.ts';
import { leaderboard } from '../../../src/core/decide/bench/leaderboard.ts';
import type { BenchSummary } from '../../../src/core/domain/bench/bench-summary.ts';
import {
  toComparisonContract,
  toEstimateContract,
  toLeaderboardContract,
} from '../../../src/core/report/bench/bench-json.ts';
import { comparisonMarkdown } from '../../../src/core/report/bench/comparison-markdown.ts';
import { comparisonText } from '../../../src/core/report/bench/comparison-text.ts';
import { costPlotSvg } from '../../../src/core/report/bench/cost-plot-svg.ts';
import { costPlotLines } from '../../../src/core/report/bench/cost-plot-text.ts';
import { costPlot } from '../../../src/core/report/bench/cost-plot.ts';
import { estimateText } from '../../../src/core/report/bench/estimate-text.ts';
import { leaderboardMarkdown } from '../../../src/core/report/bench/leaderboard-markdown.ts';
import { leaderboardLines } from '../../../src/core/report/bench/leaderboard-text.ts';
import { benchReportMarkdown } from '../../../src/core/report/bench/run-markdown.ts';
import { benchReportText } from '../../../src/core/report/bench/run-text.ts';
import { showCount, showTime, showUsd } from '../../../src/core/report/bench/show-amount.ts';
import { plainPaint as paint } from '../../../src/core/report/text/paint.ts';
import { hashesOf, solvedRuns, summary } from '../../support/bench-builders.ts';

const board = (summaries: readonly BenchSummary[]) => leaderboard(summaries, hashesOf(summaries));
const text = (summaries: readonly BenchSummary[], columns = 100) =>
  leaderboardLines(board(summaries), { columns, paint }).join('\n');

const TWO = [
  ...solvedRuns(
    'm:cheap',
    [
      [1, 0],
      [0, 0],
      [1, 1],
    ],
    () => ({ cost_usd: 0.01 }),
  ),
  ...solvedRuns(
    'm:dear',
    [
      [1, 1],
      [1, 0],
      [1, 1],
    ],
    () => ({ cost_usd: 1 }),
  ),
];
const UNPRICED = solvedRuns('m:free', [[1], [1], [1]], () => ({ reasons: { cost_usd: 'no price list' } }));

const HOSTILE = '<script>alert(1)</script> | "x" \u001b[31m @everyone [a](http://b) \u0000\n# h';

const elementsOf = (svg: string): readonly string[] => {
  const names: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => names.push(name));
  parser.write(svg).close();
  return names;
};

describe('the leaderboard', () => {
  test('in a terminal: means with intervals, prices, pass@k, and reasons', () => {
    const shown = text([...TWO, ...UNPRICED]);
    expect(shown).toMatch(/^3 rows over 3 tasks, 95 % intervals clustered by task/);
    expect(shown).toMatch(/ 2 m:dear +0\.833 \(0\.\d{3}–0\.\d{3}\) .* \$1\.20 +1\.2 s/);
    expect(shown).toContain('pass@2');
    expect(shown).toContain('cost per solved task: no price list');
    expect(shown).toContain('functional');
    expect(shown).toContain('human_like is not known, for all');
    expect(shown).toContain('the intervals of the first two overlap');
  });

  test('rows that differ only in the middle or the end of a long name can be distinguished', () => {
    const url = 'compatible:http://127.0.0.1:8080/v1#a-model-with-a-very-long-name';
    const named = [`${url}-a`, `${url}-b`].flatMap((model) => solvedRuns(model, [[1], [1]]));
    const capped = solvedRuns('m:a', [[1], [0]], () => ({
      settings: { max_steps: 50, max_cost_usd: 2, judge_model: null },
    }));
    const rows = text([...named, ...capped, ...solvedRuns('m:a', [[0], [0]])], 80)
      .split('\n')
      .slice(4, 8)
      .map((row) => row.slice(4, 24).trim());
    expect(new Set(rows).size).toBe(4);
    expect(rows).toContain('m:a (at most $2)');
  });

  test('fits the given terminal width', () => {
    for (const columns of [80, 100, 140])
      for (const line of text([...TWO, ...UNPRICED], columns)
        .split('\n')
        .slice(0, 30))
        expect(line.length).toBeLessThanOrEqual(columns);
  });

  test('shows settings if a model has several', () => {
    const settings = { max_steps: 7, max_cost_usd: null, judge_model: 'm:judge' };
    expect(text([...TWO, ...solvedRuns('m:dear', [[1]], () => ({ settings }))])).toContain(
      'm:dear (at most 7 steps, judged by m:judge): 1 run of 1 task',
    );
  });

  test('lists what was left out, and says if nothing is left', () => {
    const broken = summary({ status: 'infrastructure', ended: { how: 'error', reason: 'disk full' } });
    expect(text([broken])).toMatch(/^No run can be compared\.\n.*1 run left out, infrastructure: disk full/);
    expect(leaderboardMarkdown(board([broken]))).toContain('No run can be compared.');
    expect(elementsOf(costPlotSvg(board([broken])))).not.toContain('circle');
  });

  test('as Markdown and as JSON with 4 decimals', () => {
    expect(leaderboardMarkdown(board(TWO))).toMatch(/\| 1 \| m:dear \| 0\.833 \(0\.\d{3}–\d\.\d{3}\) \|/);
    const [first, second] = toLeaderboardContract(board(TWO)).rows;
    expect(first?.success.mean).toBe(0.8333);
    expect(second?.usd_per_solved.value).toBe(0.02);
    const tiny = board(solvedRuns('m:a', [[1]], () => ({ cost_usd: 0.00001 })));
    expect(toLeaderboardContract(tiny).rows[0]?.usd_per_run.value).toBe(0.00001);
  });
});

describe('success against cost', () => {
  test('far apart on a log scale, close together on an even one, free models too', () => {
    expect(costPlot(board(TWO)).scale).toBe('log');
    const free = solvedRuns('m:local', [[1]], () => ({ cost_usd: 0 }));
    const plot = costPlot(board([...TWO, ...free]));
    expect(plot.scale).toBe('linear');
    expect(plot.dots.find(({ name }) => name === 'm:local')?.x).toBe(0);
    for (const { x, y } of plot.dots) expect(x >= 0 && x <= 1 && y >= 0 && y <= 1).toBe(true);
  });

  test('an unknown cost is listed next to the plot, not drawn at 0', () => {
    const all = board([...TWO, ...UNPRICED]);
    expect(costPlot(all).unplaced).toEqual([{ number: 1, name: 'm:free', reason: 'no price list' }]);
    const lines = costPlotLines(all, { columns: 80, paint });
    expect(lines.at(-1)).toContain('m:free: not drawn, no price list');
    expect(lines.filter((line) => /[┤│].*1/.test(line))).toEqual([]);
    const svg = costPlotSvg(all);
    expect(elementsOf(svg).filter((name) => name === 'circle')).toHaveLength(2);
    expect(svg).toContain('m:free: not drawn, no price list');
  });

  test('two points on one spot are shown as such', () => {
    const twins = ['m:a', 'm:b'].flatMap((model) => solvedRuns(model, [[1]], () => ({ cost_usd: 1 })));
    expect(costPlotLines(board(twins), { columns: 80, paint }).join('\n')).toContain('✱');
  });
});

describe('one run', () => {
  const run = summary({
    solved: false,
    scores: { functional: 0, quality: 0.5, total: 0.25 },
    reasons: { security: 'no scanner', cost_usd: 'no price', functional: 'a test broke' },
    usage: { total_tokens: 12345, steps: 3 },
    notes: ['judges were not asked'],
    metric_details: { functional: { fail_to_pass: { failed: ['a::b'] }, pass_to_pass: { failed: ['c_d'] } } },
  });

  test('in a terminal: bars, reasons, usage, cost, failed tests, notes', () => {
    const shown = benchReportText(run, paint).join('\n');
    expect(shown).toMatch(/^not solved {2}mock:a on task-0 \(python, bug\), repeat 0/);
    expect(shown).toMatch(/quality +█{10}·{10} 0\.500/);
    expect(shown).toMatch(/security +– {2}no scanner/);
    expect(shown).toMatch(/human_like +– {2}no reason was given/);
    expect(shown).toContain('tokens: 12 345');
    expect(shown).toContain('cost: unknown, no price');
    expect(shown).toContain('Should pass but does not:\n  ✗ a::b\nPassed before and now fails:\n  ✗ c_d');
    expect(shown).toContain('note: judges were not asked');
  });

  test('as Markdown', () => {
    const page = benchReportMarkdown(run);
    expect(page).toContain('## not solved: mock:a on task-0');
    expect(page).toContain('| security |  | – | no scanner |');
    expect(page).toContain('- c&#95;d');
  });

  test('details of another shape are not interpreted', () => {
    for (const functional of [null, 7, 'x', { fail_to_pass: 3 }, { pass_to_pass: { failed: [1] } }])
      expect(benchReportText(summary({ metric_details: { functional } }), paint).join()).not.toContain('✗');
  });
});

describe('a comparison and an estimate', () => {
  const given = [
    ...solvedRuns(
      'm:a',
      Array.from({ length: 10 }, () => [0]),
    ),
    ...solvedRuns(
      'm:b',
      Array.from({ length: 10 }, () => [1]),
    ),
  ];
  const compared = compareModels(given, hashesOf(given), ['m:a', 'm:b']);

  test('names the better model, and what is unknown', () => {
    const shown = comparisonText(compared, paint).join('\n');
    expect(shown).toContain('m:b against m:a');
    expect(shown).toContain(
      'success     0.000 → 1.000  +1.000 (+0.383 to +1.000; 10 better, 0 worse, 0 equal)',
    );
    expect(shown).toContain('m:b is better (p = 0.0020)');
    expect(shown).toContain('human_like  no task on which both are known');
    expect(shown).toContain('cost: unknown, no task');
    expect(comparisonMarkdown(compared)).toContain('| success | 0.000 | 1.000 | +1.000 |');
    expect(toComparisonContract(compared).comparisons[0]?.differences[0]?.p).toBe(0.00195313);
  });

  test('says why there is none', () => {
    const none = compareModels(given, hashesOf(given), ['m:a', 'm:x']);
    expect(comparisonText(none, paint).join('\n')).toContain('nothing to compare: no run that counts of m:x');
    expect(comparisonMarkdown(none)).toContain('Nothing to compare');
  });

  test('an estimate as text and JSON', () => {
    const tasks = [{ id: 'task-0', hash: 'a'.repeat(64) }];
    const estimate = estimateRuns({ model: 'm:a', tasks, repeats: 3 }, given);
    const shown = estimateText(estimate, paint).join('\n');
    expect(shown).toMatch(/^3 runs of m:a: 1 task × 3\n {2}tokens {2}unknown: /);
    expect(shown).toContain('  time    3.0 s (3.0 s to 3.0 s)');
    expect(toEstimateContract(estimate).usd.expected).toBeNull();
  });
});

test('amounts are formatted as people write them', () => {
  expect([null, 0, 0.00001, 0.1234567, 12.345].map(showUsd)).toEqual([
    '–',
    '$0',
    '<$0.0001',
    '$0.1235',
    '$12.35',
  ]);
  expect([null, 0, 999, 59_940, 59_999, 3_599_999, 3_600_000, 7_260_000].map(showTime)).toEqual([
    '–',
    '0 ms',
    '999 ms',
    '59.9 s',
    '1 m 00 s',
    '1 h 00 m',
    '1 h 00 m',
    '2 h 01 m',
  ]);
  expect([null, 0, 999, 1000, 1234567].map(showCount)).toEqual(['–', '0', '999', '1 000', '1 234 567']);
});

describe('hostile names and reasons', () => {
  const everywhere = (name: string) => {
    const runs = [
      ...solvedRuns(name, [[1], [0]], () => ({ cost_usd: 0.5 })),
      summary({ model: `${name}2`, task: name, reasons: { total: name, cost_usd: name }, notes: [name] }),
      summary({ model: name, task: name, status: 'infrastructure', ended: { how: name, reason: name } }),
    ];
    const all = board(runs);
    const compared = compareModels(runs, hashesOf(runs), [name, `${name}2`]);
    const one = summary({
      ...runs[2]!,
      run_id: name,
      metric_details: { functional: { fail_to_pass: { failed: [name] } } },
    });
    const estimate = estimateRuns({ model: name, tasks: [{ id: name, hash: 'x' }], repeats: 1 }, runs);
    return {
      lines: [
        ...leaderboardLines(all, { columns: 80, paint }),
        ...comparisonText(compared, paint),
        ...benchReportText(one, paint),
        ...estimateText(estimate, paint),
      ],
      pages: [leaderboardMarkdown(all), comparisonMarkdown(compared), benchReportMarkdown(one)],
      svg: costPlotSvg(all, name),
    };
  };

  test('no markup in them takes effect', () => {
    const { lines, pages, svg } = everywhere(HOSTILE);
    expect(lines.some((line) => /[\u0000-\u001f]/.test(line))).toBe(false);
    for (const page of pages) {
      expect(page).not.toContain('<script');
      expect(page).not.toContain('](http');
      expect(page).not.toContain('@everyone');
      expect(page).not.toMatch(/^# h/m);
    }
    expect(svg).not.toContain('<script');
    expect(new Set(elementsOf(svg))).toEqual(
      new Set(['svg', 'title', 'rect', 'text', 'line', 'g', 'circle']),
    );
  });

  test('for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('__proto__', 'constructor', ']]>', '&')),
        (name) => {
          const { lines, svg } = everywhere(name);
          expect(lines.find((line) => /[\u0000-\u001f\u007f-\u009f]/.test(line))).toBeUndefined();
          elementsOf(svg);
        },
      ),
      { numRuns: 30 },
    );
  });
});
