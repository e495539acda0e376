import * as z from 'zod';
import { ENGINE_VERSION } from '../../core/domain/run/engine-version.ts';
import type { Route } from './route.ts';

const ErrorBody = z.strictObject({
  error: z.strictObject({ code: z.string(), message: z.string(), hint: z.string() }),
});

type Json = Readonly<Record<string, unknown>>;

/** Values that cannot be described are described as anything. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return described;
};

const PARAMETERS: Readonly<Record<string, string>> = {
  run: 'Id of a run, a unique prefix of it, or `latest`.',
  name: 'Name of a candidate, or `baseline`.',
  digest: 'sha-256 of a stored file.',
  index: 'Position of a file in the change, from 0.',
};

const pathParameters = (path: string): readonly Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: PARAMETERS[name] ?? name,
    schema: { type: 'string' },
  }));

const queryParameters = (query: z.ZodType | undefined): readonly Json[] => {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(query, 'input') as {
    properties?: Record<string, Json>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
};

const contentOf = ({ answer }: Route): Json => {
  switch (answer.kind) {
    case 'json':
      return { 'application/json': { schema: schemaOf(answer.schema, 'output') } };
    case 'events':
      return { 'text/event-stream': { schema: schemaOf(answer.schema, 'output') } };
    case 'file':
      return { 'text/plain': { schema: { type: 'string' } } };
  }
};

const operationOf = (route: Route): Json => ({
  summary: route.summary,
  parameters: [...pathParameters(route.path), ...queryParameters(route.query)],
  ...(route.body === undefined
    ? {}
    : {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: schemaOf(route.body, 'input') } },
        },
      }),
  ...(route.token === true ? { security: [{ token: [] }] } : {}),
  responses: {
    '200': { description: 'As asked for.', content: contentOf(route) },
    default: {
      description: 'Refused, not found, or failed: what happened and what to do.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  },
});

/** The routes as an OpenAPI document, from the same schemas that the server checks requests with. */
export const openApi = (routes: readonly Route[]): Json => {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method] = operationOf(route);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hydra',
      version: ENGINE_VERSION,
      description:
        'Stored and running runs of one repository, for the pages of `hydra serve` and for programs on this machine.',
    },
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorBody, 'output') },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'In the address that `hydra serve` prints.' },
      },
    },
  };
};
