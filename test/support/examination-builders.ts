import type { Evidence, TreeEvidence } from '../../src/core/domain/evidence/evidence.ts';
import type { TestOutcome } from '../../src/core/domain/check/test-report.ts';
import { measured, missing } from '../../src/core/domain/measured.ts';
import { addBaseRepeat } from '../../src/core/next-work/base-repeat.ts';
import {
  beginExamination,
  type CapturedSoFar,
  type Setting,
} from '../../src/core/next-work/captured-so-far.ts';
import { addChange } from '../../src/core/next-work/change.ts';
import { addChecks } from '../../src/core/next-work/checks.ts';
import { addBaseUnsteady, addConfirmation } from '../../src/core/next-work/confirm.ts';
import { addControl, addControlAgain } from '../../src/core/next-work/control.ts';
import { addCross } from '../../src/core/next-work/cross.ts';
import { addDataAgain, addDataTests } from '../../src/core/next-work/data-tests.ts';
import { addDimensions } from '../../src/core/next-work/dimensions.ts';
import { addElsewhere } from '../../src/core/next-work/elsewhere/elsewhere.ts';
import { addElsewhereAgain } from '../../src/core/next-work/elsewhere/elsewhere-again.ts';
import { addHidden } from '../../src/core/next-work/hidden-tests.ts';
import { addPanel } from '../../src/core/next-work/panel.ts';
import { addPanelTests } from '../../src/core/next-work/panel-tests.ts';
import { addLoosened } from '../../src/core/next-work/loosen.ts';
import { addOwnTests } from '../../src/core/next-work/own-tests.ts';
import { addProbes } from '../../src/core/next-work/probe.ts';
import type { Question } from '../../src/core/next-work/question.ts';
import { aCell, anEvidence, aReport, aTree } from './evidence-builders.ts';

const FIELD_OF = { convention: 'convention', quality: 'quality', human_like: 'humanLike' } as const;

type Outcomes = Record<string, TestOutcome>;

export const aSetting = (overrides: Partial<Setting> = {}): Setting => ({
  testFiles: new Map(),
  control: { none: 'no test of the base can be copied' },
  hiddenTests: 'none',
  dimensions: [],
  ...overrides,
});

/** A change of one file, with tests of its own if files are given. */
export const anExaminee = (name: string, source: string, testFiles: readonly string[] = []) => ({
  candidate: anEvidence(name, {}).candidate,
  tree: testFiles.length === 0 ? source : `${source}+${testFiles.join('+')}`,
  pinned: { tree: source, restored: [], apart: [...testFiles], merged: [] },
  patchSha256: 'digest',
});

export const aStart = (
  examinees: readonly ReturnType<typeof anExaminee>[],
  overrides: Partial<Setting> = {},
): CapturedSoFar =>
  beginExamination(
    {
      base: { ref: 'main', commit: 'c0', tree: 'base-tree', branch: null },
      profile: 'js-node',
      isolation: { level: 'sandboxed', detail: 'bubblewrap' },
      notes: [],
      rejected: [],
      candidates: examinees,
    },
    aSetting({ testFiles: new Map(examinees.map(({ tree, pinned }) => [tree, pinned.apart])), ...overrides }),
  );

/** A world that answers questions: the results of tests, by the question asked. */
export type World = {
  readonly tests: (question: Question, what: string) => Outcomes;
  readonly flags: (candidate: string) => Evidence['flags'];
};

const CHANGED = measured({
  files: [],
  added: 1,
  removed: 0,
  effectiveAdded: 1,
  effectiveRemoved: 0,
  effect: true,
});

const fileOf = (id: string): string => `${id}.test.js`;

/** A runner that reports the file of each test. */
const seenTree = (world: World, question: Question, what: string): TreeEvidence => {
  const outcomes = world.tests(question, what);
  const files = Object.fromEntries(Object.keys(outcomes).map((id) => [id, fileOf(id)]));
  return aTree({}, { tests: measured({ ...aReport(outcomes), files }) });
};

/** The evidence with the world's answer to one question. */
export const answered = (captured: CapturedSoFar, question: Question, world: World): CapturedSoFar => {
  const see = (what = ''): TreeEvidence => seenTree(world, question, what);
  switch (question.kind) {
    case 'checks': {
      const seen = new Map([[question.source, { ...see(), tree: question.source }]]);
      return question.candidate === 'baseline'
        ? addChecks(captured, seen, see('repeat'))
        : addChecks(captured, seen);
    }
    case 'loosen':
      return addLoosened(captured, question, { source: question.source, seen: see('loose') });
    case 'retry':
      return addChecks(captured, new Map([[question.source, see()]]));
    case 'change':
      return addChange(captured, question.candidate, {
        diff: CHANGED,
        flags: world.flags(question.candidate),
      });
    case 'probe':
      return addProbes(captured, missing('not-configured', 'nothing to probe'));
    case 'dimension':
      return addDimensions(
        captured,
        new Map([[question.tree, { [FIELD_OF[question.dimension]]: NOT_READ }]]),
      );
    case 'base-repeat':
      return addBaseRepeat(captured, captured.examination?.repeated);
    case 'confirm':
      return addConfirmation(captured, question, see());
    case 'own-tests':
      return addOwnTests(captured, question, { own: see('own'), proof: see('proof') });
    case 'data-tests':
      return addDataTests(captured, question, { own: see('own'), proof: see('proof') });
    case 'data-again':
      return addDataAgain(captured, question, see('again'));
    case 'cross':
    case 'cross-alone':
      return addCross(captured, question, see().tests);
    case 'elsewhere':
    case 'elsewhere-today':
    case 'elsewhere-moved':
      return addElsewhere(captured, question, {
        suite: see(question.kind.slice('elsewhere-'.length)),
        ...(question.own.length === 0 ? {} : { own: see('own') }),
      });
    case 'elsewhere-again': {
      const again = (of: string) => ({
        usual: see(`${of} usual`),
        elsewhere: see(`${of} elsewhere`),
        moved: see(`${of} moved`),
        ...(question.dated === true ? { today: see(`${of} today`) } : {}),
      });
      return addElsewhereAgain(captured, question, { suite: again('suite'), own: again('own') });
    }
    case 'base-unsteady':
      return addBaseUnsteady(captured, question, [see('first'), see('second')]);
    case 'control':
      return addControl(captured, question, see(), {
        titles: question.fixed.map((id) => id.slice(id.lastIndexOf(' ') + 1)),
      });
    case 'control-again':
      return addControlAgain(captured, question, [
        { changed: see('changed'), original: see('original') },
        { changed: see('changed'), original: see('original') },
      ]);
    case 'panel':
      return addPanel(captured, { panellists: [], costUsd: measured(0), notes: [] });
    case 'panel-tests':
      return addPanelTests(
        captured,
        { model: 'mock:tests', request: null, reply: NOT_READ, costUsd: measured(0), files: [] },
        NOT_READ,
      );
    case 'hidden-tests': {
      const { tests } = see();
      const ids = tests.known ? Object.entries(tests.value.outcomes ?? {}) : [];
      const of = (wanted: TestOutcome) => ids.filter(([, each]) => each === wanted).map(([id]) => id);
      const cell = aCell({ passed: of('passed'), failed: of('failed'), skipped: of('skipped') });
      return addHidden(captured, question, measured(cell));
    }
  }
};

const NOT_READ = { known: false, cause: 'not-configured', reason: 'not read' } as const;
