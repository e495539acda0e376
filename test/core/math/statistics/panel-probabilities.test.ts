import { expect, test } from 'vitest';
import type { Panel } from '../../../../src/core/domain/evidence/panel.ts';
import { measured } from '../../../../src/core/domain/measured.ts';
import {
  cautiousProbabilities,
  splitOver,
} from '../../../../src/core/math/statistics/panel-probabilities.ts';

const opinion = (x: number, y: number) =>
  measured({
    clusters: [],
    probabilities: [
      { candidate: 'x', probability: x },
      { candidate: 'y', probability: y },
    ],
    pick: x > y ? 'x' : 'y',
    reason: '',
  });
const panel = (...panellists: Panel['panellists']): Panel => ({
  panellists,
  costUsd: measured(0),
  notes: [],
});
const panellist = (
  x: number,
  y: number,
  revised?: readonly [number, number],
): Panel['panellists'][number] => ({
  model: 'm',
  questions: [],
  opinion: opinion(x, y),
  ...(revised === undefined ? {} : { revised: opinion(...revised) }),
});

test('a panel that has seen the checks’ findings may lower a candidate, and never raises one', () => {
  const probabilities = cautiousProbabilities(panel(panellist(0.9, 0.6, [0.05, 0.9])));
  expect(probabilities.get('x')).toBeCloseTo(0.05);
  expect(probabilities.get('y')).toBeCloseTo(0.6);
});

test('panellists who pick different candidates contradict each other on those that they rate far apart', () => {
  expect([...splitOver(panel(panellist(0.9, 0.1), panellist(0.1, 0.9)))]).toEqual(['x', 'y']);
  expect([...splitOver(panel(panellist(0.9, 0.1), panellist(0.6, 0.2)))]).toEqual([]);
  expect([...splitOver(panel(panellist(0.6, 0.5), panellist(0.4, 0.5)))]).toEqual([]);
});
