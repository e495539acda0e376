import * as z from 'zod';
import type { WindowTools } from '../../shell/window/window-tools.ts';

/** What routes may use: the repositories on show, and the runs of this process. */
export type ServerContext = {
  /** The repository that the server was started for. */
  readonly main: WindowTools;
  /** Every repository: the demo's is added when it starts. */
  readonly windows: () => readonly WindowTools[];
  /** The one with the run. A prefix or `latest` is looked up in the main one. */
  readonly windowOf: (run: string) => Promise<WindowTools>;
  /** Starts the bundled example in a temporary repository; resolves with its run once that has an id. */
  readonly startDemo: () => Promise<string>;
  /** Aborts a run of this process. False: it is not one of them. */
  readonly abort: (run: string) => boolean;
  readonly now: () => string;
  /** Aborted when the server closes. */
  readonly signal: AbortSignal;
};

export type Params = Readonly<Record<string, string>>;

type Asked<Query extends z.ZodType, Body extends z.ZodType> = {
  readonly context: ServerContext;
  readonly params: Params;
  readonly query: z.output<Query>;
  readonly body: z.output<Body>;
  /** The request carried the right token. */
  readonly trusted: boolean;
  /** Of the request: aborted when the client goes away. */
  readonly signal: AbortSignal;
  readonly header: (name: string) => string | undefined;
};

/** One event of a stream. */
export type ServerEvent = { readonly event: string; readonly id?: string; readonly data: unknown };

export type Download = {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array> | Uint8Array;
};

type Answer = {
  readonly json: { readonly kind: 'json'; readonly schema: z.ZodType };
  readonly events: { readonly kind: 'events'; readonly schema: z.ZodType };
  readonly file: { readonly kind: 'file' };
};

type Described<Query extends z.ZodType, Body extends z.ZodType> = {
  readonly method: 'get' | 'post';
  /** As in OpenAPI: `/api/runs/{run}`. */
  readonly path: string;
  readonly summary: string;
  readonly query?: Query;
  readonly body?: Body;
  /** Changes something: needs the token. */
  readonly token?: true;
  /** Its text is shown as written, invisible characters included. */
  readonly verbatim?: true;
} & (
  | {
      readonly answer: Answer['json'];
      handle(asked: Asked<Query, Body>): Promise<unknown>;
    }
  | {
      readonly answer: Answer['events'];
      handle(asked: Asked<Query, Body>): AsyncIterable<ServerEvent>;
    }
  | {
      readonly answer: Answer['file'];
      handle(asked: Asked<Query, Body>): Promise<Download>;
    }
);

export type Route = Described<z.ZodType, z.ZodType>;

/** One route with the types of its own query and body. */
export const route = <Query extends z.ZodType = z.ZodUnknown, Body extends z.ZodType = z.ZodUnknown>(
  described: Described<Query, Body>,
): Route => described as unknown as Route;

export const json = (schema: z.ZodType): Answer['json'] => ({ kind: 'json', schema });
export const events = (schema: z.ZodType): Answer['events'] => ({ kind: 'events', schema });
export const file: Answer['file'] = { kind: 'file' };

/** A parameter of the path; the router guarantees that it exists. */
export const param = (params: Params, name: string): string => params[name] ?? '';

const FALSE = new Set(['0', 'false', 'no']);
/** `?all`, `?all=1` and `?all=true` mean yes. */
export const Switch = z
  .string()
  .max(10)
  .transform((text) => !FALSE.has(text.toLowerCase()))
  .optional()
  .default(false);

export const whole = (least: number, most: number, otherwise: number) =>
  z.coerce.number().int().min(least).max(most).default(otherwise);
