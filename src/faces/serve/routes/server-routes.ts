import * as z from 'zod';
import { ENGINE_VERSION } from '../../../core/domain/run/engine-version.ts';
import { allRows } from '../page-of-runs.ts';
import { openApi } from '../open-api.ts';
import { json, type Route, route } from '../route.ts';
import { benchRoutes } from './bench-routes.ts';
import { changeRoutes } from './change-routes.ts';
import { replayRoutes } from './replay-routes.ts';
import { runRoutes } from './run-routes.ts';
import { textRoutes } from './text-routes.ts';

const status = route({
  method: 'get',
  path: '/api/status',
  summary: 'What is served, and whether this client may make changes.',
  answer: json(
    z.strictObject({
      engineVersion: z.string(),
      repository: z.string(),
      canChange: z.boolean(),
      live: z.int(),
      runs: z.int(),
      demo: z.strictObject({ offered: z.boolean(), reason: z.string().nullable() }),
    }),
  ),
  handle: async ({ context, trusted }) => {
    const { rows } = await allRows(context);
    return {
      engineVersion: ENGINE_VERSION,
      repository: context.main.name,
      canChange: trusted,
      live: rows.filter(({ state }) => state === 'running').length,
      runs: rows.length,
      demo: {
        offered: rows.length === 0,
        reason: rows.length === 0 ? null : 'there are runs to look at',
      },
    };
  },
});

/** Every route; the one that describes them all is the last. A specific path comes before one with a parameter. */
const described: readonly Route[] = [
  status,
  ...runRoutes,
  ...replayRoutes,
  ...textRoutes,
  ...changeRoutes,
  ...benchRoutes,
];

export const routes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api',
    summary: 'This description.',
    answer: json(z.looseObject({ openapi: z.string() })),
    handle: async () => openApi(routes),
  }),
  ...described,
];
