import { BASELINE } from '../../../core/domain/evidence/baseline.ts';
import { classifyHarnessPath } from '../../../core/analyse/harness/harness-paths.ts';
import { withFiles } from '../../../core/commands/select-files.ts';
import { languageOf } from '../../../core/languages/languages.ts';
import { presentPart } from '../../../core/languages/parts/missing-part.ts';
import { type ProbeCall, readRecording, type Recording } from '../../../core/probe/read-recording.ts';
import { functionKey, type FunctionName } from '../../../core/probe/mark-functions.ts';
import { rankTestFiles } from '../../../core/narrow/rank-test-files.ts';
import type { ObservedCall } from '../../../core/probe/vary-calls.ts';
import { decodeText } from '../../../core/text/decode-text.ts';
import { layered } from '../lanes/layered.ts';
import type { FieldUnderTest } from '../field/field-under-test.ts';
import type { FoundFunctions } from './find-functions.ts';
import { afterPrelude, probeCheck, type ProbeLane, runProbeLanes, testOf } from './probe-field.ts';

const MOST_READ = 2000;
const MOST_BYTES = 500_000;
const MOST_AUTHORS = 6;
const [START_SECONDS, MOST_SECONDS] = [3, 10];

/** Test files of the base that mention the changed functions, the most relevant first. */
const relevantTests = async (
  field: FieldUnderTest,
  { rules, functions }: FoundFunctions,
  baseBlobs: ReadonlyMap<string, string>,
): Promise<readonly string[]> => {
  const tests = [...baseBlobs]
    .filter(
      ([path]) => classifyHarnessPath(path) === 'test' && presentPart(languageOf(path)?.probes) === rules,
    )
    .slice(0, MOST_READ);
  const bytes = await field.context.tools.repository.readBlobs(tests.map(([, blob]) => blob));
  const files = tests.flatMap(([path, blob]) => {
    const content = bytes.get(blob);
    return content === undefined || content.length > MOST_BYTES
      ? []
      : [{ path, text: decodeText(content).text }];
  });
  return rankTestFiles(files, functions);
};

/** The test command with recording switched on; null: it cannot be limited to what some files belong to. */
const recordingCommand = (
  field: FieldUnderTest,
  { rules }: FoundFunctions,
  files: readonly string[],
): string | null => {
  const { selectTests } = field.context.plan;
  if (files.length === 0) return null;
  const whole = testOf(field)?.command ?? '';
  const ofFiles = selectTests === null ? null : withFiles(selectTests, files);
  const command = rules.narrowed === undefined ? ofFiles : rules.narrowed(whole, files);
  return command === null ? null : afterPrelude(command, rules.recording);
};

/** Calls by file and function name; the recorder knows only positions. */
const placed = (call: ProbeCall, functions: readonly FunctionName[]): ProbeCall | null => {
  const known = functions[call.mark];
  if (call.module !== '' && call.name !== '') return call;
  return known === undefined ? null : { ...call, module: known.path, name: known.name };
};

/** A candidate's tests determine which arguments to try, never which other functions to call. */
const isOfMark = (call: ProbeCall, functions: readonly FunctionName[]): boolean =>
  functions[call.mark]?.name === call.name;

export type RecordedCalls = Pick<Recording, 'program' | 'path'> & {
  readonly calls: readonly ObservedCall[];
  readonly tests: readonly string[];
  /** Functions of which no call could be recorded although the base's tests call them, and why. */
  readonly obstacles: readonly { readonly function: FunctionName; readonly reason: string }[];
};

const baseLane = async (
  field: FieldUnderTest,
  found: FoundFunctions,
  {
    tests,
    seconds,
    wholeMs,
  }: { readonly tests: readonly string[]; readonly seconds: number; readonly wholeMs: number },
): Promise<readonly ProbeLane[]> => {
  const test = testOf(field);
  const marked = await found.marked(field.base.tree);
  if (test === undefined || marked.length === 0) return [];
  const selected = recordingCommand(field, found, tests);
  if (selected === null && wholeMs > seconds * 1000) return [];
  const command = selected ?? afterPrelude(test.command, found.rules.recording);
  const check = probeCheck(test, { name: 'probe-record', command, seconds });
  return [{ id: 'record base', owner: BASELINE, changes: marked, source: null, checks: [check] }];
};

const ownLanes = async (
  field: FieldUnderTest,
  found: FoundFunctions,
  { names, seconds }: { readonly names: readonly string[]; readonly seconds: number },
): Promise<readonly ProbeLane[]> => {
  const test = testOf(field);
  if (test === undefined) return [];
  const lanes: ProbeLane[] = [];
  const trees = new Set<string>();
  for (const { candidate, tree, pinned, changes, apart, inside, testFiles } of field.candidates) {
    if (!names.includes(candidate.name) || trees.has(tree) || lanes.length >= MOST_AUTHORS) continue;
    trees.add(tree);
    const command = recordingCommand(field, found, testFiles);
    if (command === null) continue;
    const marked = await found.marked(pinned.tree);
    if (marked.length === 0) continue;
    const check = probeCheck(test, { name: 'probe-record', command, seconds });
    const all = layered(changes, apart, inside.own, marked);
    lanes.push({
      id: `record ${candidate.name}`,
      owner: candidate.name,
      changes: all,
      source: null,
      checks: [check],
    });
  }
  return lanes;
};

/** Calls of changed functions while the base's tests run, and candidates' own on their own trees. */
export const recordCalls = async (
  field: FieldUnderTest,
  found: FoundFunctions,
  request: {
    readonly baseBlobs: ReadonlyMap<string, string>;
    readonly names: readonly string[];
    readonly seconds: number;
    /** How long the base's whole suite takes. */
    readonly wholeMs: number;
  },
): Promise<RecordedCalls> => {
  const { names, seconds, wholeMs } = request;
  const tests = await relevantTests(field, found, request.baseBlobs);
  // Some of the tests take no longer than all of them, however little time is left.
  const limit = Math.max(seconds / 2, Math.min(MOST_SECONDS, START_SECONDS + (2 * wholeMs) / 1000));
  const base = await baseLane(field, found, { tests, seconds: limit, wholeMs });
  const own = await ownLanes(field, found, { names, seconds: limit });
  const finished = await runProbeLanes(field, [...base, ...own]);
  const readLane = ({ id, owner }: ProbeLane): Recording => {
    const documents = finished(id, 'probe-record')?.documents ?? [];
    return readRecording(
      documents.map(({ text }) => text),
      owner === BASELINE,
    );
  };
  const recordings = [...base, ...own].map((lane) => ({ owner: lane.owner, ...readLane(lane) }));
  const calls = recordings.flatMap(({ owner, calls: seen }) =>
    seen.flatMap((one): readonly ObservedCall[] => {
      const call = placed(one, found.functions);
      const isTaken = call !== null && (owner === BASELINE || isOfMark(call, found.functions));
      return isTaken ? [{ call, from: owner }] : [];
    }),
  );
  const trusted = recordings.find(({ owner }) => owner === BASELINE);
  const recorded = new Set(calls.map(({ call }) => functionKey({ path: call.module, name: call.name })));
  const obstacles = found.functions.flatMap((one, mark) => {
    const reason = found.obstacles.get(functionKey(one)) ?? trusted?.obstacles.get(mark);
    return reason === undefined || recorded.has(functionKey(one)) ? [] : [{ function: one, reason }];
  });
  return { program: trusted?.program ?? null, path: trusted?.path ?? [], calls, tests, obstacles };
};
