import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunView } from '../../core/domain/window/run-view.ts';
import { UserError } from '../../shell/errors/user-error.ts';
import { packageFolder } from '../wiring/package-files.ts';
import type { Session } from '../wiring/session.ts';
import { openWindow, type WindowPlaces } from '../wiring/wiring-window.ts';
import { createApp } from './app.ts';
import { openPages } from './pages.ts';
import { missingIn, type PartKind, partsOf } from './report-parts.ts';
import type { ServerContext } from './route.ts';

/** Of the whole file; parts that do not fit are left out and listed. Room for that list is reserved. */
const MOST_BYTES = 2_899_000;

const DATA = '<script type="application/json" id="hydra-data">null</script>';
const POLICY = '<!--hydra-csp-->';

const pageTemplate = (): string => {
  try {
    const template = readFileSync(join(packageFolder('dist/web'), 'report.html'), 'utf8');
    if (template.includes(DATA) && template.includes(POLICY)) return template;
  } catch {
    // Reported below.
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
  // A list is requested twice: to find its items, and to be part of the file.
  const known = new Map<string, Promise<unknown>>();
  return (path: string): Promise<unknown> => {
    const answer = known.get(path) ?? request(path);
    known.set(path, answer);
    return answer;
  };
};

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
  /** Parts that there was no room for. */
  readonly leftOut: number;
  /** The same in words, by kind: `12 logs`. */
  readonly missing: readonly string[];
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
  const missed = new Map<PartKind, number>();
  const seen = new Set<string>();
  for await (const { path, what } of partsOf(ask, view)) {
    if (seen.has(path)) continue;
    seen.add(path);
    const body = await ask(path);
    if (body === null) continue;
    const bytes = Buffer.byteLength(embedded({ [path]: body }));
    if (bytes > room) missed.set(what, (missed.get(what) ?? 0) + 1);
    else {
      responses[path] = body;
      room -= bytes;
    }
  }
  const missing = missingIn(missed);
  const path = view.kind === 'benchmark' ? `/bench/${id}` : `/runs/${id}`;
  const data = embedded({ version: 1, run: id, path, missing, responses });
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policyOf(template)}">`;
  const html = template.replace(POLICY, () => meta).replace(DATA, () => DATA.replace('null', () => data));
  const leftOut = [...missed.values()].reduce((sum, count) => sum + count, 0);
  return { html, run: id, leftOut, missing };
};
