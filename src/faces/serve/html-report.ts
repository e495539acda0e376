import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CandidateView } from '../../core/domain/window/candidate-view.ts';
import type { DiffView } from '../../core/domain/window/diff-view.ts';
import type { ComparisonView, RunView } from '../../core/domain/window/run-view.ts';
import type { TestMatrixView } from '../../core/domain/window/test-matrix-view.ts';
import { UserError } from '../../shell/errors/user-error.ts';
import { packageFolder } from '../wiring/package-files.ts';
import type { Session } from '../wiring/session.ts';
import { openWindow, type WindowPlaces } from '../wiring/wiring-window.ts';
import { createApp } from './app.ts';
import { openPages } from './pages.ts';
import type { ServerContext } from './route.ts';

/** Of the whole file; what does not fit is left out, diffs and logs first. */
const MOST_BYTES = 2_900_000;
/** As the page asks for the end of a log. */
const LOG_LINES = 500;
/** Failed tests whose output is in the file. */
const MOST_OUTPUTS = 200;

const DATA = '<script type="application/json" id="hydra-data">null</script>';
const POLICY = '<!--hydra-csp-->';

const pageTemplate = (): string => {
  try {
    const template = readFileSync(join(packageFolder('dist/web'), 'report.html'), 'utf8');
    if (template.includes(DATA) && template.includes(POLICY)) return template;
  } catch {
    // Said below.
  }
  throw new UserError(
    'no-pages',
    'The pages are not built, so there is no report to fill.',
    'Run npm run build.',
  );
};

/** Answers as the server would, without one: reports and pages cannot differ. */
const openAnswers = async (session: Session, repo: string, places: WindowPlaces) => {
  const main = await openWindow(session, repo, places);
  const refuse = (): never => {
    throw new UserError('not-running', 'A report changes nothing.', 'Use hydra serve.');
  };
  const context: ServerContext = {
    main,
    windows: () => [main],
    windowOf: async () => main,
    startDemo: refuse,
    abort: refuse,
    now: () => new Date().toISOString(),
    signal: session.signal,
  };
  const bugs: unknown[] = [];
  const app = createApp({
    context,
    guard: { port: () => 1, token: '' },
    pages: openPages(''),
    onBug: (error) => bugs.push(error),
  });
  const request = async (path: string): Promise<unknown> => {
    const answer = await app.request(`http://127.0.0.1:1${path}`, { headers: { host: '127.0.0.1:1' } });
    if (bugs.length > 0) throw bugs[0];
    const body: unknown = await answer.json();
    if (answer.ok) return body;
    const { error } = body as { error: { code: string; message: string; hint: string } };
    if (answer.status === 404 || answer.status === 400)
      throw new UserError('run-unknown', error.message, error.hint);
    return null;
  };
  // A list is asked for to find what it names, and again to be part of the file.
  const known = new Map<string, Promise<unknown>>();
  return (path: string): Promise<unknown> => {
    const answer = known.get(path) ?? request(path);
    known.set(path, answer);
    return answer;
  };
};

type Ask = (path: string) => Promise<unknown>;

/** Paths in the order of their worth: what comes last is left out first. */
async function* pathsOf(ask: Ask, view: RunView): AsyncGenerator<string> {
  const { id } = view.run;
  if (view.kind === 'benchmark') {
    yield `/api/bench/${id}`;
    yield `/api/bench/${id}/trace?from=0&count=500`;
    const { files } = (await ask(`/api/bench/${id}/diff`)) as DiffView;
    yield `/api/bench/${id}/diff`;
    for (const { index } of files) yield `/api/bench/${id}/diff/${index}`;
    return;
  }
  const run = `/api/runs/${id}`;
  yield `${run}/time`;
  if (view.kind === 'comparison') {
    yield* trialPaths(run, view);
    return;
  }
  for (const part of ['matrix', 'matrix?all=true', 'probes', 'panel', 'bracket', 'preferences'])
    yield `${run}/${part}`;
  const names = ['baseline', ...view.candidates.map(({ name }) => name)];
  const rejected = view.conclusion?.rejected.map(({ agent }) => agent) ?? [];
  for (const name of [...names, ...rejected]) yield `${run}/candidates/${encodeURIComponent(name)}`;
  yield* diffPaths(ask, run, names.slice(1));
  yield* logPaths(ask, run, names);
  yield* outputPaths(ask, run);
}

/** What the agent did in each trial of a task that moved, as the page asks for it. */
function* trialPaths(run: string, { experiment, moved }: ComparisonView): Generator<string> {
  const tasks = new Set(moved.map(({ task }) => task));
  for (const one of experiment?.trials ?? []) {
    if (!tasks.has(one.task)) continue;
    const { task, configuration, trial, round } = one;
    const query = { task, configuration, trial: String(trial), round: String(round) };
    yield `${run}/trial?${new URLSearchParams(query).toString()}`;
  }
}

async function* diffPaths(ask: Ask, run: string, names: readonly string[]): AsyncGenerator<string> {
  const lists: (readonly [string, DiffView])[] = [];
  for (const name of names) {
    const path = `${run}/candidates/${encodeURIComponent(name)}/diff`;
    yield path;
    lists.push([path, (await ask(path)) as DiffView]);
  }
  for (const [path, { files }] of lists) for (const { index } of files) yield `${path}/${index}`;
}

/** Logs of failed checks, each once. */
async function* logPaths(ask: Ask, run: string, names: readonly string[]): AsyncGenerator<string> {
  const digests = new Set<string>();
  for (const name of names) {
    const { checks } = (await ask(`${run}/candidates/${encodeURIComponent(name)}`)) as CandidateView;
    for (const { log, status } of checks)
      if (log !== null && log.bytes > 0 && status !== 'passed') digests.add(log.digest);
  }
  for (const digest of digests) {
    yield `${run}/logs/${digest}?from=-${LOG_LINES}&count=${LOG_LINES}`;
  }
}

/** What failed tests printed. */
async function* outputPaths(ask: Ask, run: string): AsyncGenerator<string> {
  const matrix = (await ask(`${run}/matrix`)) as TestMatrixView | null;
  let count = 0;
  for (const [at, source] of matrix?.sources.entries() ?? [])
    for (const [column, test] of matrix?.tests.entries() ?? []) {
      if (matrix?.rows[at]?.[column] !== 'f' || count >= MOST_OUTPUTS) continue;
      count += 1;
      yield `${run}/output?${new URLSearchParams({ source, test }).toString()}`;
    }
}

/** Safe inside a script element, whatever a candidate wrote. */
const embedded = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

const hashesIn = (html: string, element: RegExp): string =>
  [...html.matchAll(element)]
    .map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    .join(' ');

/** Only the file's own script and style run; nothing is loaded from anywhere. */
const policyOf = (html: string): string =>
  [
    "default-src 'none'",
    `script-src ${hashesIn(html, /<script type="module">([\s\S]*?)<\/script>/g)}`,
    `style-src ${hashesIn(html, /<style>([\s\S]*?)<\/style>/g)}`,
    "style-src-attr 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

export type HtmlReport = {
  readonly html: string;
  readonly run: string;
  /** Parts that found no room. */
  readonly leftOut: number;
};

/** One run as one file with the pages of the web app, which opens without a server. */
export const htmlReport = async (
  session: Session,
  wanted: string,
  {
    repo,
    template = pageTemplate(),
    ...places
  }: WindowPlaces & { readonly repo: string; readonly template?: string },
): Promise<HtmlReport> => {
  const ask = await openAnswers(session, repo, places);
  const view = (await ask(`/api/runs/${encodeURIComponent(wanted)}`)) as RunView | null;
  if (view === null || view.run.state === 'running' || view.run.state === 'unfinished')
    throw new UserError(
      'run-unfinished',
      `Run ${wanted.slice(0, 60)} has no result to report.`,
      'A report is made of a finished run.',
    );
  const { id } = view.run;
  const responses: Record<string, unknown> = {
    '/api/status': await ask('/api/status'),
    [`/api/runs/${id}`]: view,
  };
  let room = MOST_BYTES - Buffer.byteLength(template) - Buffer.byteLength(embedded(responses));
  let leftOut = 0;
  for await (const path of pathsOf(ask, view)) {
    const body = await ask(path);
    if (body === null) continue;
    const bytes = Buffer.byteLength(embedded({ [path]: body }));
    if (bytes > room) leftOut += 1;
    else {
      responses[path] = body;
      room -= bytes;
    }
  }
  const path = view.kind === 'benchmark' ? `/bench/${id}` : `/runs/${id}`;
  const data = embedded({ version: 1, run: id, path, responses });
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policyOf(template)}">`;
  const html = template.replace(POLICY, () => meta).replace(DATA, () => DATA.replace('null', () => data));
  return { html, run: id, leftOut };
};
