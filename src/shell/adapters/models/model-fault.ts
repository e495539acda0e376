import { APICallError } from '@ai-sdk/provider';
import { readRetryAfter } from '../../../core/agent/retry-delay.ts';
import { printableLine } from '../../../core/report/text/printable.ts';
import type { ModelFault } from '../../ports/models.ts';
import { StreamFailure, UnreadableStream } from './read-stream.ts';

const TOO_MANY = 429;
const SERVER_ERRORS = 500;
/** Timeouts and conflicts are temporary. */
const PASSING = new Set([408, 409, 425]);
/** How providers report their own failures in the middle of an answer. */
const OWN_TROUBLE = /overloaded|server|internal|unavailable|timeout|api_error/i;
/** How the library reports an answer that it cannot read. */
const PARSING = /JSONParse|TypeValidation|InvalidResponseData|EmptyResponseBody|NoContentGenerated/;
const RATE = /rate.?limit|too many|exhausted/i;

/** How providers say that a conversation is longer than the model can read. */
const TOO_LONG =
  /prompt is too long|context[ _](?:length|window|size|limit)|maximum context|input token count[^.]{0,60}exceeds|exceed_context_size|request_too_large/i;
const TOO_LARGE = 413;
const BAD_REQUEST = new Set([400, TOO_LARGE, 422]);

const isTooLong = ({ statusCode, message, responseBody }: APICallError): boolean =>
  statusCode === TOO_LARGE ||
  (BAD_REQUEST.has(statusCode ?? 0) && TOO_LONG.test(`${message} ${(responseBody ?? '').slice(0, 4000)}`));

const kindOf = (status: number): ModelFault['kind'] => {
  if (status === TOO_MANY) return 'rate-limited';
  return status >= SERVER_ERRORS || PASSING.has(status) ? 'unavailable' : 'refused';
};

export const fault = (kind: ModelFault['kind'], reason: string): ModelFault => ({ ok: false, kind, reason });

const ofCall = (error: APICallError, nowMs: number): ModelFault => {
  const message = printableLine(error.message, 300);
  if (error.statusCode === undefined) return fault('unavailable', `cannot be reached: ${message}`);
  if (error.statusCode < 400) return fault('unreadable', `gave an answer that cannot be read: ${message}`);
  const waitMs = readRetryAfter(error.responseHeaders ?? {}, nowMs);
  return {
    ...fault(
      isTooLong(error) ? 'context' : kindOf(error.statusCode),
      `answered with status ${error.statusCode}: ${message}`,
    ),
    ...(waitMs === null ? {} : { retryAfterMs: waitMs }),
  };
};

const textOf = (reported: unknown): string => {
  if (reported instanceof Error) return reported.message;
  return typeof reported === 'string' ? reported : (JSON.stringify(reported) ?? 'nothing');
};

const ofStream = ({ reported }: StreamFailure, nowMs: number): ModelFault => {
  if (APICallError.isInstance(reported)) return ofCall(reported, nowMs);
  const text = printableLine(textOf(reported), 300);
  const broken = reported instanceof Error && PARSING.test(reported.name);
  if (broken) return fault('unreadable', `gave an answer that cannot be read: ${text}`);
  if (TOO_LONG.test(text)) return fault('context', `ended its answer with an error: ${text}`);
  const kind = RATE.test(text) ? 'rate-limited' : OWN_TROUBLE.test(text) ? 'unavailable' : 'refused';
  return fault(kind, `ended its answer with an error: ${text}`);
};

/** Any thrown error of a call, as an outcome. */
export const asFault = (error: unknown, aborted: boolean, nowMs: number): ModelFault => {
  if (aborted) return fault('interrupted', 'was interrupted');
  if (APICallError.isInstance(error)) return ofCall(error, nowMs);
  if (error instanceof StreamFailure) return ofStream(error, nowMs);
  if (error instanceof UnreadableStream) return fault('unreadable', error.message);
  const text = printableLine(textOf(error), 300);
  const name = error instanceof Error ? error.name : '';
  if (PARSING.test(name)) return fault('unreadable', `gave an answer that cannot be read: ${text}`);
  if (name.startsWith('AI_')) return fault('refused', `cannot be asked that: ${text}`);
  return fault('unavailable', `broke off: ${text}`);
};
