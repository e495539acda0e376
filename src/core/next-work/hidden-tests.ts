import { scoreCaptured } from '../conclude/score-captured.ts';
import type { RunPolicy } from '../conclude/score-captured.ts';
import type { Evidence } from '../domain/evidence/evidence.ts';
import type { Cell, Control } from '../domain/evidence/matrix.ts';
import type { Measured } from '../domain/measured.ts';
import {
  type CapturedSoFar,
  distinctSources,
  type Setting,
  sourceOf,
  withSource,
} from './captured-so-far.ts';
import type { Inquiry } from './inquiry.ts';
import { isTitled } from '../decide/titled-test.ts';
import { passingExcept } from './may-win.ts';
import { BASELINE } from '../domain/evidence/baseline.ts';
import { type QuestionOf } from './question.ts';

/** A finished run that had hidden tests has run them on the base. */
const givenTo = ({ examination, hidden }: CapturedSoFar): Setting['hiddenTests'] =>
  examination?.setting.hiddenTests ?? (hidden === undefined ? 'none' : 'passing');

const examinees = (captured: CapturedSoFar, policy: RunPolicy): readonly Evidence[] => {
  if (givenTo(captured) === 'all') return captured.evidence;
  const passing = passingExcept(scoreCaptured(captured, policy).scored, ['progress']);
  return captured.evidence.filter(({ candidate }) => passing.has(candidate.name));
};

/** Last of all; on the base too, which shows whether they discriminate. */
export const hiddenTests: Inquiry<'hidden-tests'> = {
  kind: 'hidden-tests',
  report: {
    describe: ({ candidate }, whyRuledOut) => ({
      question: 'hidden tests',
      why: whyRuledOut(candidate),
    }),
    contendersOnly: true,
  },
  ask: (captured, policy) => {
    if (givenTo(captured) === 'none') return [];
    const ask = (candidate: string, source: string): QuestionOf<'hidden-tests'> => ({
      kind: 'hidden-tests',
      candidate,
      source,
      ...(captured.elsewhere?.known === true ? { place: 'moved' as const } : {}),
    });
    return [
      ...(captured.hidden === undefined ? [ask(BASELINE, captured.base.tree)] : []),
      ...distinctSources(examinees(captured, policy))
        .filter(({ hidden }) => hidden === undefined)
        .map((one) => ask(one.candidate.name, sourceOf(one))),
    ];
  },
};

const describeBase = (base: Measured<Cell>): Control => {
  const said = (applied: boolean, reason: string): Control => ({
    id: 'hidden-revert',
    state: applied ? 'applied' : 'not-applied',
    reason,
  });
  if (!base.known)
    return base.cause === 'candidate'
      ? said(true, 'the base cannot run the hidden tests, so going back to it would not pass them')
      : said(false, `the hidden tests have no result on the base: ${base.reason}`);
  const { passed, failed } = base.value;
  if (failed.length > 0)
    return said(true, `${failed.length} hidden tests fail on the base: going back to it would not pass them`);
  return said(
    false,
    passed.length === 0
      ? 'no hidden test runs on the base: what they say about a change is not known'
      : 'the base passes every hidden test: they do not tell a change from none',
  );
};

/** Hidden tests that certainly reach a changed expectation and still pass, in every run with changed expectations. */
export const unmovedTests = (
  hidden: Measured<Cell>,
  titles: readonly string[],
  changed: readonly Measured<Cell>[],
): readonly string[] => {
  if (!hidden.known || changed.length === 0) return [];
  const passed = changed.map((run) => new Set(run.known ? run.value.passed : []));
  return hidden.value.passed.filter(
    (id) => titles.some((title) => isTitled(id, title)) && passed.every((ids) => ids.has(id)),
  );
};

/** `unmoved`: tests that pass whatever they expect. */
export const addHidden = (
  captured: CapturedSoFar,
  { candidate, source }: QuestionOf<'hidden-tests'>,
  hidden: Measured<Cell>,
  unmoved: readonly string[] = [],
): CapturedSoFar =>
  candidate === BASELINE
    ? { ...captured, hidden, controls: [...(captured.controls ?? []), describeBase(hidden)] }
    : withSource(captured, source, (one) => ({
        ...one,
        hidden,
        ...(unmoved.length === 0 ? {} : { hiddenUnmoved: [...unmoved] }),
      }));
