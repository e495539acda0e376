import * as fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { concludeExperiment } from '../../../src/core/experiment/conclude-experiment.ts';
import { measured } from '../../../src/core/domain/measured.ts';
import {
  type ExperimentFacts,
  ExperimentRecord,
} from '../../../src/core/domain/experiment/experiment-record.ts';
import { deltaPlotSvg } from '../../../src/core/report/experiment/delta-plot-svg.ts';
import { deltaPlotLines } from '../../../src/core/report/experiment/delta-plot-text.ts';
import { toExperimentContract } from '../../../src/core/report/experiment/experiment-json.ts';
import { experimentMarkdown } from '../../../src/core/report/experiment/experiment-markdown.ts';
import { experimentLines } from '../../../src/core/report/experiment/experiment-text.ts';
import { plainPaint as paint } from '../../../src/core/report/text/paint.ts';
import { facts } from '../../support/experiment-builders.ts';

const record = (given = facts(6, { old: [0, 1, 0], new: [1, 1, 1] })): ExperimentRecord => ({
  schema_version: 1,
  engine_version: '0.1.0',
  id: 'x1',
  started_at: '2026-01-01T00:00:00Z',
  ...given,
  ...concludeExperiment(given),
});

const renamed = (task: string): ExperimentRecord => {
  const given = facts(6, { old: [0, 1], new: [1, 1] });
  const change = (id: string) => (id === 'task-0' ? task : id);
  return record({
    ...given,
    tasks: given.tasks.map((one) => ({ ...one, id: change(one.id) })),
    trials: given.trials.map((one) => ({ ...one, task: change(one.task) })),
  });
};

const HOSTILE = '<script>alert(1)</script> | "x" \u001b[31m @everyone [a](http://b) \u0000';

describe('the report of an experiment', () => {
  test('in a terminal: verdict, reasons, plot, numbers, what is next, promotion', () => {
    const lines = experimentLines(record(), { columns: 80, paint });
    expect(lines[0]).toBe('improved  new against old (statistical rule)');
    expect(lines[1]).toMatch(/^ {2}a gain of 0\.667 a task on average, p = 0\.0156, 95 % interval/);
    expect(lines.filter((line) => line.includes('●'))).toHaveLength(6);
    expect(lines.join('\n')).toContain('next: 80 % power at the effect seen takes 5 tasks');
    expect(lines.at(-1)).toContain('may be promoted');
  });

  test('lists what prevents promotion', () => {
    const given = facts(6, { old: [1, 1], new: [1, 0] });
    const text = experimentLines(record({ ...given, agent: { ...given.agent, mock: true } }), {
      columns: 80,
      paint,
    }).join('\n');
    expect(text).toContain('not promoted: the statistical verdict is regressed');
    expect(text).toContain('not promoted: the documented rule on the means says regressed (task-0,');
    expect(text).toContain('scripted agent');
  });

  test('ends an open verdict with the one command that settles it, and its price', () => {
    const priced = (given: ExperimentFacts, usd: number | null) =>
      record({ ...given, trials: given.trials.map((one) => ({ ...one, cost: { ...one.cost, usd } })) });
    const given = facts(12, { old: [0, 1, 0], new: [1, 1, 1] });
    const suspected = {
      ...given,
      trials: given.trials.map((one) =>
        one.task === 'task-0'
          ? {
              ...one,
              objective: measured({ passed: one.configuration === 'old' || one.trial > 0 ? 1 : 0, total: 1 }),
            }
          : one,
      ),
    };
    const said = (shown: ExperimentRecord) => experimentLines(shown, { columns: 80, paint }).at(-1);
    expect(said(priced(suspected, 0.5))).toBe(
      '  to settle it: hydra compare --resume x1 --confirm (6 runs of the agent, about $3.00; fresh trials of the suspected tasks confirm or clear them)',
    );
    expect(said(priced(suspected, null))).toContain('at an unknown price');
    expect(experimentMarkdown(priced(suspected, 0.5))).toContain('about $3.00');
    const open = facts(6, { old: [0, 1, 0, 0], new: [0, 1, 0, 1] });
    const half = {
      ...open,
      trials: open.trials.map((one) =>
        ['task-0', 'task-1'].includes(one.task) && one.configuration === 'new'
          ? { ...one, objective: measured({ passed: 0, total: 1 }) }
          : one,
      ),
    };
    const shown = record(half);
    expect(shown.verdicts[0]?.verdict).toBe('inconclusive');
    expect(said(shown)).toMatch(/^ {2}to settle it: hydra compare --resume x1 --add-trials \d+ \(\d+ runs/);
    expect(experimentLines(record(), { columns: 80, paint }).join('\n')).not.toContain('to settle it');
    // The same in JSON, whatever the stored record says.
    const settle = (one: ExperimentRecord) =>
      ExperimentRecord.parse(toExperimentContract(one)).verdicts[0]?.settle;
    expect(settle(priced(suspected, 0.5))).toEqual({
      command: 'hydra compare --resume x1 --confirm',
      why: 'fresh trials of the suspected tasks confirm or clear them',
      runs: 6,
      usd: 3,
    });
    expect(settle(priced(suspected, null))).toMatchObject({ runs: 6, usd: null });
    expect(settle(shown)?.command).toMatch(/^hydra compare --resume x1 --add-trials \d+$/);
    const forged = { command: 'sh', why: '', runs: 0, usd: 0 };
    const settled = record();
    expect(
      settle({ ...settled, verdicts: settled.verdicts.map((one) => ({ ...one, settle: forged })) }),
    ).toBeNull();
  });

  test('under the strict rule the text says how much of the sum is cost, which the plot leaves out', () => {
    const cost = (tokens: number) => ({
      tokens,
      tool_calls: null,
      steps: null,
      wall_clock_ms: null,
      usd: null,
    });
    const given = facts(2, { old: [0.5], new: [0.5] });
    const trials = given.trials.map((one) => ({
      ...one,
      cost: cost(one.configuration === 'old' ? 100 : 40),
    }));
    const text = experimentLines(record({ ...given, trials }), { columns: 80, paint }).join('\n');
    expect(text).toContain(
      'summed delta +0.120 (0.000 from checks and judge as plotted, +0.120 from cost), no hard regression',
    );
    expect(text).toContain('cost is not part of them');
  });

  test('ranks three configurations', () => {
    const three = record(facts(8, { old: [0, 1], middle: [1, 0], best: [1, 1] }));
    expect(experimentLines(three, { columns: 80, paint }).join('\n')).toMatch(/1 best .* best with 100 %/);
    expect(experimentMarkdown(three)).toMatch(/\| 1 \| best \| 1\.000 \|/);
  });

  test('as JSON matches the schema, with 4 decimals', () => {
    const json = toExperimentContract(record());
    expect(ExperimentRecord.safeParse(json).error).toBeUndefined();
    expect(json.verdicts[0]?.statistical?.mean_delta).toBe(0.6667);
    expect(json.verdicts[0]?.statistical?.p_gain).toBe(0.015625);
  });

  test('escapes markup in a task’s name', () => {
    const hostile = renamed(HOSTILE);
    const text = experimentLines(hostile, { columns: 80, paint }).join('\n');
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    const markdown = experimentMarkdown(hostile);
    expect(markdown).not.toContain('<script>');
    expect(markdown).not.toContain('@everyone');
    expect(markdown).not.toContain('](http');
    const row = markdown.split('\n').find((line) => line.includes('alert'));
    expect(row?.split('|')).toHaveLength(8);
  });
});

describe('the plot of deltas', () => {
  test('is drawn within its columns, 0 in the middle', () => {
    const { deltas } = record().verdicts[0]!;
    for (const columns of [10, 40, 80, 200]) {
      const lines = deltaPlotLines(deltas, { columns, paint });
      expect(lines).toHaveLength(7);
      if (columns >= 40) expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
    }
    expect(deltaPlotLines([], { columns: 80, paint })).toEqual([]);
  });

  test('as SVG is well-formed XML for any name', () => {
    const { deltas } = record().verdicts[0]!;
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.constant(HOSTILE)), (task) => {
        const svg = deltaPlotSvg([{ ...deltas[0]!, task }, ...deltas.slice(1)], task);
        const problems: string[] = [];
        const elements: string[] = [];
        const parser = new SaxesParser();
        parser.on('error', ({ message }) => problems.push(message));
        parser.on('opentag', ({ name }) => elements.push(name));
        parser.write(svg).close();
        expect(problems).toEqual([]);
        expect(new Set(elements)).toEqual(new Set(['svg', 'title', 'rect', 'text', 'line', 'g', 'circle']));
      }),
      { numRuns: 25 },
    );
  });
});
