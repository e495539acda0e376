import { queryOptions } from '@tanstack/react-query';
import { get, post, query } from './transport.ts';
import type * as api from './types.ts';

const encode = encodeURIComponent;
export const runPath = (run: string): string => `/api/runs/${encode(run)}`;
const candidatePath = (run: string, name: string): string => `${runPath(run)}/candidates/${encode(name)}`;

export type RunFilter = {
  readonly kind?: string | undefined;
  readonly state?: string | undefined;
  readonly q?: string | undefined;
  readonly winner?: string | undefined;
  readonly since?: string | undefined;
  readonly sort?: string | undefined;
};

const from = <T>(path: string) =>
  queryOptions({ queryKey: [path], queryFn: async ({ signal }) => await get<T>(path, signal) });

export const statusQuery = from<api.Status>('/api/status');

export const runsQuery = (filter: RunFilter, offset: number, limit: number) =>
  from<api.RunPage>(`/api/runs${query({ ...filter, offset, limit })}`);

export const runQuery = (run: string) => from<api.AnyRun>(runPath(run));
export const candidateQuery = (run: string, name: string) =>
  from<api.CandidateDetail>(candidatePath(run, name));
export const matrixQuery = (run: string, all: boolean) =>
  from<api.Matrix>(`${runPath(run)}/matrix${all ? '?all=true' : ''}`);
export const outputQuery = (run: string, source: string, test: string) =>
  from<api.TestOutput>(`${runPath(run)}/output${query({ source, test })}`);
export const probesQuery = (run: string) => from<api.ProbesAnswer>(`${runPath(run)}/probes`);
export const panelQuery = (run: string) => from<api.PanelAnswer>(`${runPath(run)}/panel`);
export const bracketQuery = (run: string) => from<api.BracketAnswer>(`${runPath(run)}/bracket`);
export const timeQuery = (run: string) => from<api.TimeAnswer>(`${runPath(run)}/time`);

/** One trial of a comparison. */
export type TrialOf = {
  readonly task: string;
  readonly configuration: string;
  readonly trial: number;
  readonly round: number;
};
export const trialQuery = (run: string, { task, configuration, trial, round }: TrialOf) =>
  from<api.TrialView>(`${runPath(run)}/trial${query({ task, configuration, trial, round })}`);

/** A candidate's change, or the difference between two candidates. */
export type Sides = { readonly left: string | null; readonly right: string };
const sidesPath = (run: string, { left, right }: Sides, index: number | null): string => {
  const file = index === null ? '' : `/${index}`;
  return left === null
    ? `${candidatePath(run, right)}/diff${file}`
    : `${runPath(run)}/compare${file}${query({ left, right })}`;
};
export const diffQuery = (run: string, sides: Sides) => from<api.DiffIndex>(sidesPath(run, sides, null));
export const patchQuery = (run: string, sides: Sides, index: number) =>
  from<api.DiffPatch>(sidesPath(run, sides, index));

const logPath = (run: string, digest: string): string => `${runPath(run)}/logs/${encode(digest)}`;
export const rawLogAddress = (run: string, digest: string): string => `${logPath(run, digest)}/raw`;
export const logQuery = (run: string, digest: string, first: number, count: number) =>
  from<api.LogPart>(`${logPath(run, digest)}${query({ from: first, count })}`);
export const logOutlineQuery = (run: string, digest: string) =>
  from<api.LogOutline>(`${logPath(run, digest)}/outline`);
export const logSearchQuery = (run: string, digest: string, q: string) =>
  from<api.LogSearch>(`${logPath(run, digest)}/search${query({ q })}`);

export const placeQuery = (
  run: string,
  asked: {
    readonly source: string;
    readonly check: string;
    readonly find: string;
    readonly or?: string | undefined;
  },
) => from<api.LogPlace>(`${runPath(run)}/place${query(asked)}`);

/** With `unexamined`: also what other weights would have examined, which takes longer. */
export const whatIfQuery = (run: string, weights: Readonly<Record<string, number>>, unexamined = false) =>
  queryOptions({
    queryKey: [runPath(run), 'what-if', weights, unexamined],
    queryFn: async ({ signal }) =>
      await post<api.WhatIf>(`${runPath(run)}/what-if`, { weights, unexamined }, signal),
  });
export const flipsQuery = (run: string, weights: Readonly<Record<string, number>>) =>
  queryOptions({
    queryKey: [runPath(run), 'flips', weights],
    queryFn: async ({ signal }) => await post<api.Flips>(`${runPath(run)}/flips`, { weights }, signal),
  });

export const preferencesQuery = (run: string) => from<api.Preferences>(`${runPath(run)}/preferences`);

const benchPath = (id: string): string => `/api/bench/${encode(id)}`;
export const benchQuery = (id: string) => from<api.BenchmarkRun>(benchPath(id));
export const benchTraceQuery = (id: string, first: number, count: number) =>
  from<api.BenchTrace>(`${benchPath(id)}/trace${query({ from: first, count })}`);
export const benchDiffQuery = (id: string) => from<api.DiffIndex>(`${benchPath(id)}/diff`);
export const benchPatchQuery = (id: string, index: number) =>
  from<api.DiffPatch>(`${benchPath(id)}/diff/${index}`);
export const leaderboardQuery = from<api.LeaderboardAnswer>('/api/models');
export const modelsQuery = (first: string, second: string) =>
  from<api.ModelComparison>(`/api/models/compare${query({ first, second })}`);
