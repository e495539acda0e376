import { InfrastructureError, UserError } from '../../shell/errors/user-error.ts';

export type ErrorStatus = 400 | 403 | 404 | 405 | 409 | 413 | 415 | 500 | 503;

/** The shape of every error response. */
export type ErrorBody = {
  readonly error: { readonly code: string; readonly message: string; readonly hint: string };
};

/** A request that cannot be answered, whatever is stored. */
export class HttpError extends Error {
  readonly status: ErrorStatus;
  readonly code: string;
  readonly hint: string;

  constructor(status: ErrorStatus, code: string, message: string, hint = '') {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.code = code;
    this.hint = hint;
  }
}

const NOT_FOUND = new Set([
  'run-unknown',
  'unknown-candidate',
  'rejected',
  'no-log',
  'no-file',
  'no-diff',
  'bench-run',
  'no-trial',
]);
const BAD = new Set(['run-ambiguous', 'bad-position', 'bad-candidate-name', 'weights', 'preference']);

const bodyOf = (code: string, message: string, hint: string): ErrorBody => ({
  error: { code, message, hint },
});

/** A refusal by a use case is 409, unless something does not exist or the request was wrong. */
export const errorAnswer = (
  error: unknown,
  onBug: (error: unknown) => void,
): { readonly status: ErrorStatus; readonly body: ErrorBody } => {
  if (error instanceof HttpError)
    return { status: error.status, body: bodyOf(error.code, error.message, error.hint) };
  if (error instanceof UserError) {
    const status = NOT_FOUND.has(error.code) ? 404 : BAD.has(error.code) ? 400 : 409;
    return { status, body: bodyOf(error.code, error.message, error.hint) };
  }
  if (error instanceof InfrastructureError)
    return { status: 503, body: bodyOf(error.code, error.message, error.hint) };
  onBug(error);
  const hint = 'The terminal in which the server runs has the details.';
  return { status: 500, body: bodyOf('bug', 'The server failed to answer: this is a bug in Hydra.', hint) };
};
