import * as z from 'zod';

const Ms = z.number();

/** A piece of work on the time axis; milliseconds since the run began. */
export const TimeSpan = z.strictObject({
  key: z.string(),
  check: z.string(),
  kind: z.enum(['check', 'install', 'agent', 'trial', 'judge']),
  startMs: Ms,
  /** Null: under way. */
  endMs: Ms.nullable(),
  state: z.enum(['running', 'passed', 'failed', 'reused', 'stopped', 'not-started']),
  detail: z.string().nullable(),
});
export type TimeSpan = z.infer<typeof TimeSpan>;

const Lane = z.strictObject({ name: z.string(), spans: z.array(TimeSpan) });

const Spent = z.strictObject({ name: z.string(), seconds: z.number(), runs: z.int() });

export const TimeView = z.strictObject({
  /** Seconds of commands by check and candidate; null: the run is not finished. */
  report: z
    .strictObject({
      seconds: z.number(),
      checks: z.array(Spent),
      candidates: z.array(Spent),
      slowest: z.array(z.strictObject({ candidate: z.string(), check: z.string(), seconds: z.number() })),
    })
    .nullable(),
  startedAt: z.string().nullable(),
  endedMs: Ms.nullable(),
  lanes: z.array(Lane),
  stages: z.array(z.strictObject({ text: z.string(), atMs: Ms })),
});
export type TimeView = z.infer<typeof TimeView>;

/** One event of a trace as the feed sends it, with the spans that it starts or changes. */
export const FeedEvent = z.strictObject({
  position: z.int().nonnegative(),
  event: z.looseObject({ event: z.string(), seq: z.number(), time: z.string() }),
  spans: z.array(z.strictObject({ lane: z.string(), span: TimeSpan })),
});
export type FeedEvent = z.infer<typeof FeedEvent>;
