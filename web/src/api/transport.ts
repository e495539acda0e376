/** What went wrong with a request, in the server's words. */
export class ApiError extends Error {
  readonly code: string;
  readonly hint: string | null;

  constructor(code: string, message: string, hint: string | null = null) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.hint = hint;
  }
}

type ReportData = {
  readonly version: 1;
  readonly run: string;
  readonly path: string;
  /** Parts that did not fit in the file: `12 logs`. */
  readonly missing: readonly string[];
  readonly responses: Readonly<Record<string, unknown>>;
};

const readReport = (): ReportData | null =>
  JSON.parse(document.getElementById('hydra-data')?.textContent ?? 'null') as ReportData | null;

/** The data of a report in one file; null if a server answers. */
export const report = readReport();

const TOKEN_KEY = 'hydra-token';
const TOKEN_FRAGMENT = /[#&]token=([^&]+)/;

/** The token arrives in the fragment, which no server sees, and leaves the address bar at once. */
const takeToken = (): boolean => {
  const token = TOKEN_FRAGMENT.exec(location.hash)?.[1];
  if (token === undefined) return false;
  sessionStorage.setItem(TOKEN_KEY, token);
  history.replaceState(history.state, '', location.pathname + location.search);
  return true;
};

/** Opening the printed address in a tab with the app changes only the fragment. */
export const onToken = (notify: () => void): void =>
  addEventListener('hashchange', () => {
    if (report === null && takeToken()) notify();
  });

if (report === null) takeToken();

const authorisation = (): Record<string, string> => {
  const token = report === null ? sessionStorage.getItem(TOKEN_KEY) : null;
  return token === null ? {} : { authorization: `Bearer ${token}` };
};

type ErrorBody = {
  readonly error?: { readonly code: string; readonly message: string; readonly hint?: string };
};

const failure = async (response: Response): Promise<ApiError> => {
  const body = (await response.json().catch(() => ({}))) as ErrorBody;
  if (body.error === undefined)
    return new ApiError('http', `The server answered ${response.status} without a reason.`);
  return new ApiError(body.error.code, body.error.message, body.error.hint ?? null);
};

const ask = async <T>(path: string, init: RequestInit): Promise<T> => {
  const response = await fetch(path, init).catch((error: unknown) => {
    if (init.signal?.aborted === true) throw error;
    throw new ApiError(
      'unreachable',
      'Hydra does not answer.',
      'Start `hydra serve` again; this page continues by itself.',
    );
  });
  if (!response.ok) throw await failure(response);
  return (await response.json()) as T;
};

const fromReport = <T>({ responses, run }: ReportData, path: string): T => {
  if (Object.hasOwn(responses, path)) return responses[path] as T;
  throw new ApiError(
    'not-in-report',
    report?.missing.length === 0
      ? 'This is not part of the file.'
      : 'There was no room for this in the file, which contains the winner, mergeable and flagged candidates first.',
    `Open it with \`hydra show ${run} --web\`.`,
  );
};

export const get = async <T>(path: string, signal?: AbortSignal): Promise<T> =>
  report === null
    ? await ask<T>(path, { headers: authorisation(), ...(signal === undefined ? {} : { signal }) })
    : fromReport<T>(report, path);

export const post = async <T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> => {
  if (report !== null)
    throw new ApiError(
      'not-in-report',
      'A file cannot do this.',
      `Open the run with \`hydra show ${report.run} --web\`.`,
    );
  return await ask<T>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorisation() },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
};

/** A query string without the parameters that are not set. */
export const query = (
  parameters: Readonly<Record<string, string | number | boolean | undefined>>,
): string => {
  const set = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== '');
  if (set.length === 0) return '';
  return `?${new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString()}`;
};
