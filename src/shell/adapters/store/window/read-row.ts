import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { Candidate } from '../../../../core/domain/candidate/candidate.ts';
import { Panel } from '../../../../core/domain/evidence/panel.ts';
import { ExperimentRecord } from '../../../../core/domain/experiment/experiment-record.ts';
import { Conclusion } from '../../../../core/domain/run/conclusion.ts';
import type { RunEvent } from '../../../../core/domain/run/run-event.ts';
import type { RunRow, RunState } from '../../../../core/domain/window/run-row.ts';
import { bareRow, comparisonRow, evaluationRow } from '../../../../core/view/run-row.ts';
import type { StoredEvent } from '../../../ports/run-store.ts';
import { READ_ONLY } from '../../system/regular-file.ts';
import { parseEvent } from '../runs/events-log.ts';
import { openStoredRun, readManifestOf } from '../runs/read-run.ts';
import { runIdTime } from '../runs/run-id.ts';
import { CONCLUSION, EVENTS, EXPERIMENT, REMAINDER, type StoreLayout } from '../runs/store-layout.ts';

/** The beginning of a trace shows what the run is about. */
const HEAD_BYTES = 1024 * 1024;

const headOf = (path: string): string => {
  const descriptor = openSync(path, READ_ONLY);
  try {
    if (!fstatSync(descriptor).isFile()) return '';
    const buffer = Buffer.alloc(Math.min(HEAD_BYTES, fstatSync(descriptor).size));
    const length = readSync(descriptor, buffer, 0, buffer.length, 0);
    return buffer.toString('utf8', 0, length);
  } finally {
    closeSync(descriptor);
  }
};

type Beginning = {
  readonly startedAt: string | null;
  readonly kind: 'evaluation' | 'race' | 'comparison';
  readonly base: string | null;
  readonly task: string | null;
  readonly candidates: readonly Pick<Candidate, 'name' | 'provenance'>[];
};

const Request = z.looseObject({
  startedAt: z.string().optional(),
  evaluation: z
    .looseObject({
      task: z.string().optional().catch(undefined),
      candidates: z.array(Candidate).optional().catch(undefined),
      base: z.looseObject({ ref: z.string() }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

/** Events up to the one that lists the candidates. */
const eventsAtStart = (text: string): readonly StoredEvent[] => {
  const events: StoredEvent[] = [];
  for (let start = 0, end = text.indexOf('\n'); end >= 0; start = end + 1, end = text.indexOf('\n', start)) {
    const event = parseEvent(text.slice(start, end));
    if (event !== null) events.push(event);
    // A race lists its candidates once its agents are done, an experiment never.
    if (event?.event === 'started' || (event?.event === 'run_started' && event.kind === 'experiment')) break;
  }
  return events;
};

const beginningOf = (folder: string): Beginning => {
  const events = eventsAtStart(headOf(join(folder, EVENTS)));
  const find = <Name extends RunEvent['event']>(name: Name) =>
    events.find((event) => event.event === name) as Extract<RunEvent, { event: Name }> | undefined;
  const [created, run, started] = [find('created'), find('run_started'), find('started')];
  const race = find('race_started');
  const request = Request.safeParse(created?.request).data;
  const kind: string = run?.kind ?? 'evaluation';
  return {
    startedAt: request?.startedAt ?? null,
    kind: kind === 'experiment' ? 'comparison' : kind === 'race' ? 'race' : 'evaluation',
    base: started?.base.ref ?? request?.evaluation?.base?.ref ?? null,
    task: race?.task ?? request?.evaluation?.task ?? null,
    candidates:
      started?.candidates ??
      request?.evaluation?.candidates ??
      race?.entrants.map(({ name }) => ({ name, provenance: { status: 'completed' as const } })) ??
      [],
  };
};

const NO_BEGINNING: Beginning = {
  startedAt: null,
  kind: 'evaluation',
  base: null,
  task: null,
  candidates: [],
};

const beginningOrNone = (folder: string): Beginning => {
  try {
    return beginningOf(folder);
  } catch {
    // A run that began a moment ago has no trace yet.
    return NO_BEGINNING;
  }
};

const Verdict = Conclusion.pick({ winner: true, decision: true }).loose();
const Asked = z.looseObject({ costUsd: Panel.shape.costUsd }).optional();
/** Probes are large, and a list shows no more of them than what they cost. */
const Remainder = z.looseObject({
  task: z.string().optional(),
  panel: Asked,
  panelTests: Asked,
  probes: z.looseObject({ value: z.looseObject({ proposed: Asked }).optional() }).optional(),
});

const finishedRow = (layout: StoreLayout, id: string): RunRow => {
  const run = openStoredRun(layout, id);
  const { startedAt, finishedAt, headline } = run.manifest;
  const json = (path: string): unknown => JSON.parse(run.read(path).toString('utf8'));
  if (run.has(EXPERIMENT)) return comparisonRow(ExperimentRecord.parse(json(EXPERIMENT)), id, finishedAt);
  const began = beginningOrNone(join(layout.runs, id));
  const { task, panel, panelTests, probes } = Remainder.parse(json(REMAINDER));
  return evaluationRow({
    id,
    kind: began.kind === 'race' ? 'race' : 'evaluation',
    state: 'complete',
    startedAt,
    finishedAt,
    base: began.base ?? headline.base,
    task: task ?? began.task,
    candidates: began.candidates,
    asked: [panel, panelTests, probes?.value?.proposed].flatMap((one) => one?.costUsd ?? []),
    conclusion: Verdict.parse(json(CONCLUSION)),
  });
};

/** One run as a row; an unreadable run gets the reason. */
export const readRow = (layout: StoreLayout, id: string, state: Exclude<RunState, 'unreadable'>): RunRow => {
  const unreadable = (reason: string): RunRow => bareRow(id, runIdTime(id), { state: 'unreadable', reason });
  if (state === 'complete') {
    const found = readManifestOf(join(layout.runs, id));
    if (found !== null && !found.ok) return unreadable(found.reason);
    try {
      return finishedRow(layout, id);
    } catch (error) {
      return unreadable(error instanceof Error ? error.message.slice(0, 300) : String(error));
    }
  }
  const { kind, startedAt, ...began } = beginningOrNone(join(layout.runs, id));
  const since = startedAt ?? runIdTime(id);
  if (kind === 'comparison') return { ...bareRow(id, since, { state, kind }), title: 'comparison' };
  return evaluationRow({
    ...began,
    id,
    kind,
    state,
    startedAt: since,
    finishedAt: null,
    asked: [],
    conclusion: null,
  });
};
