import * as z from 'zod';
import type { Route } from '../../src/faces/serve/route.ts';
import { routes } from '../../src/faces/serve/routes/server-routes.ts';

const INTRODUCTION = `# HTTP API

Generated from the code. \`hydra serve\` answers these routes on loopback; [the web app](web.md) uses nothing else. \`GET /api\`
is the same as an OpenAPI 3.1 document, with the schema of every request and answer.

- \`{run}\` is the id of a run, a unique prefix of it, or \`latest\`; \`{name}\` is a candidate or \`baseline\`.
- Refused and failed requests answer \`{"error": {"code", "message", "hint"}}\`: 400 invalid request, 403 not allowed, 404 not
  found, 409 refused by a rule, 503 the machine failed. [Codes](troubleshooting.md#error-codes).
- Requests must name the loopback address as \`Host\`, and must not come from another page. Routes that change something (🔑)
  need \`Authorization: Bearer TOKEN\`; the token is behind \`#token=\` in the address that \`hydra serve\` prints. Bodies are JSON.
- Secrets are masked. Text of candidates, logs and agents is data: never insert it as HTML.

`;

type Shape = {
  readonly properties?: Record<string, { readonly default?: unknown; readonly enum?: unknown }>;
};

const fieldsOf = (schema: z.ZodType | undefined): string => {
  if (schema === undefined) return '–';
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
  const names = Object.keys(properties);
  return names.length === 0 ? '–' : names.map((name) => `\`${name}\``).join(', ');
};

const ANSWERS: Readonly<Record<Route['answer']['kind'], string>> = {
  json: 'JSON',
  events: 'events',
  file: 'file',
};

const rowOf = (route: Route): string =>
  [
    `| \`${route.method.toUpperCase()} ${route.path}\`${route.token === true ? ' 🔑' : ''}`,
    route.summary,
    fieldsOf(route.query ?? route.body),
    `${ANSWERS[route.answer.kind]} |`,
  ].join(' | ');

/** docs/api.md: every route, its input and its answer. */
export const apiReference = (): string =>
  `${INTRODUCTION}| route | does | takes | answers |\n|---|---|---|---|\n${routes.map(rowOf).join('\n')}\n
## Events

\`text/event-stream\`. Events of a run come in order, without gaps and without duplicates: \`open\` at once, a \`trace\` for each
line of the trace with its position as \`id\` and the spans that it changes on the time axis, and \`end\` with the state of the run when
there are no more events. Reconnect with \`?from=POSITION\` or \`Last-Event-ID\`, as browsers do automatically. \`error\` has the form
of every other error.
`;
