import * as z from 'zod';
import { DiffPart, DiffView, FileView } from '../../../core/domain/window/diff-view.ts';
import {
  LogMatches,
  LogOutline,
  LogPage,
  LogPlace,
  TestOutput,
} from '../../../core/domain/window/log-view.ts';
import {
  candidateDiff,
  candidateDiffPart,
  compareCandidates,
  comparePart,
  readTreeFile,
} from '../../../shell/window/diff-view.ts';
import { findStored } from '../../../shell/window/find-run.ts';
import {
  findPlace,
  logOutline,
  logPage,
  openLog,
  searchLog,
  testOutput,
} from '../../../shell/window/log-view.ts';
import { treeOf } from '../../../shell/stored/read-stored.ts';
import { file, json, param, type Route, route, Switch, whole } from '../route.ts';

const Name = z.string().min(1).max(255);
const Sides = z.strictObject({ left: Name, right: Name });

/** Only characters that every file system accepts. */
const fileName = (name: string): string => name.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, 100);

const indexOf = (params: Readonly<Record<string, string>>): number => {
  const text = param(params, 'index');
  return /^\d{1,6}$/.test(text) ? Number(text) : -1;
};

export const textRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/runs/{run}/candidates/{name}/diff',
    summary: 'The files that a candidate changes, with flags and findings at their lines.',
    answer: json(DiffView),
    handle: async ({ context, params }) => {
      const run = param(params, 'run');
      return candidateDiff(await context.windowOf(run), run, param(params, 'name'));
    },
  }),
  route({
    method: 'get',
    path: '/api/runs/{run}/candidates/{name}/diff/{index}',
    summary: 'The part of the recorded patch that changes one file.',
    answer: json(DiffPart),
    verbatim: true,
    handle: async ({ context, params }) => {
      const run = param(params, 'run');
      const asked = { name: param(params, 'name'), index: indexOf(params) };
      return candidateDiffPart(await context.windowOf(run), run, asked);
    },
  }),
  route({
    method: 'get',
    path: '/api/runs/{run}/candidates/{name}/patch',
    summary: 'The recorded patch, byte for byte: what a merge applies.',
    answer: file,
    handle: async ({ context, params }) => {
      const tools = await context.windowOf(param(params, 'run'));
      const stored = await findStored(tools, param(params, 'run'));
      const name = param(params, 'name');
      treeOf(stored, name);
      return { name: `${fileName(name)}.patch`, bytes: await tools.store.readPatch(stored.id, name) };
    },
  }),
  route({
    method: 'get',
    path: '/api/runs/{run}/compare',
    summary: 'The files in which two candidates differ; `base` stands for the base.',
    query: Sides,
    answer: json(DiffView),
    handle: async ({ context, params, query }) => {
      const run = param(params, 'run');
      return compareCandidates(await context.windowOf(run), run, query);
    },
  }),
  route({
    method: 'get',
    path: '/api/runs/{run}/compare/{index}',
    summary: 'How two candidates differ in one file.',
    query: Sides,
    answer: json(DiffPart),
    verbatim: true,
    handle: async ({ context, params, query }) => {
      const run = param(params, 'run');
      return comparePart(await context.windowOf(run), run, { ...query, index: indexOf(params) });
    },
  }),
  route({
    method: 'get',
    path: '/api/runs/{run}/file',
    summary: 'A file of a tree, from git: `tree` is `base` or a candidate.',
    query: z.strictObject({ tree: Name, path: z.string().min(1).max(4096) }),
    answer: json(FileView),
    verbatim: true,
    handle: async ({ context, params, query }) => {
      const run = param(params, 'run');
      return readTreeFile(await context.windowOf(run), run, query);
    },
  }),
  route({
    method: 'get',
    path: '/api/runs/{run}/logs/{digest}',
    summary: 'Lines of a stored file by its digest. `from` below 0 counts from the end.',
    query: z.strictObject({
      from: whole(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 0),
      count: whole(1, 5000, 500),
    }),
    answer: json(LogPage),
    handle: async ({ context, params, query }) => {
      const run = param(params, 'run');
      return logPage(await context.windowOf(run), run, { digest: param(params, 'digest'), ...query });
    },
  }),
  route({
    method: 'get',
    path: '/api/runs/{run}/logs/{digest}/search',
    summary: 'Lines that contain a text, which is not a regular expression.',
    query: z.strictObject({
      q: z.string().min(1).max(300),
      from: whole(0, Number.MAX_SAFE_INTEGER, 0),
      limit: whole(1, 1000, 200),
      caseSensitive: Switch,
    }),
    answer: json(LogMatches),
    handle: async ({ context, params, query: { q, ...query } }) => {
      const run = param(params, 'run');
      const asked = { digest: param(params, 'digest'), text: q, ...query };
      return searchLog(await context.windowOf(run), run, asked);
    },
  }),
  route({
    method: 'get',
    path: '/api/runs/{run}/logs/{digest}/outline',
    summary: 'Which parts of a log mention errors, and which can be folded.',
    answer: json(LogOutline),
    handle: async ({ context, params }) => {
      const run = param(params, 'run');
      return logOutline(await context.windowOf(run), run, param(params, 'digest'));
    },
  }),
  route({
    method: 'get',
    path: '/api/runs/{run}/logs/{digest}/raw',
    summary: 'A stored file, byte for byte.',
    answer: file,
    handle: async ({ context, params }) => {
      const run = param(params, 'run');
      const log = await openLog(await context.windowOf(run), run, param(params, 'digest'));
      return { name: `${log.digest.slice(0, 12)}.log`, bytes: log.stream() };
    },
  }),
  route({
    method: 'get',
    path: '/api/runs/{run}/place',
    summary: 'The line in the logs and reports of a check that contains `find`, or else `or`.',
    query: z.strictObject({
      source: Name,
      check: z.string().min(1).max(300),
      find: z.string().min(1).max(1000),
      or: z.string().min(1).max(1000).optional(),
    }),
    answer: json(LogPlace),
    handle: async ({ context, params, query }) => {
      const run = param(params, 'run');
      return findPlace(await context.windowOf(run), run, query);
    },
  }),
  route({
    method: 'get',
    path: '/api/runs/{run}/output',
    summary: 'What the log contains about one test of one source.',
    query: z.strictObject({ source: Name, test: z.string().min(1).max(2000) }),
    answer: json(TestOutput),
    handle: async ({ context, params, query }) => {
      const run = param(params, 'run');
      return testOutput(await context.windowOf(run), run, query);
    },
  }),
];
