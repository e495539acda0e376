import { FlipsRequest, WeightFlips, WhatIf, WhatIfRequest } from '../../../core/domain/window/what-if.ts';
import { flips, whatIf } from '../../../shell/window/replay-view.ts';
import { json, param, type Route, route } from '../route.ts';

/** Stored evidence judged by another policy; nothing is stored. */
export const replayRoutes: readonly Route[] = [
  route({
    method: 'post',
    path: '/api/runs/{run}/what-if',
    summary: 'Concludes again under other weights, gates or decision rules. Changes nothing.',
    body: WhatIfRequest,
    answer: json(WhatIf),
    handle: async ({ context, params, body }) => {
      const run = param(params, 'run');
      return whatIf(await context.windowOf(run), run, body);
    },
  }),
  route({
    method: 'post',
    path: '/api/runs/{run}/flips',
    summary: 'Who wins if a single weight is varied. Changes nothing.',
    body: FlipsRequest,
    answer: json(WeightFlips),
    handle: async ({ context, params, body }) => {
      const run = param(params, 'run');
      return flips(await context.windowOf(run), run, body);
    },
  }),
];
