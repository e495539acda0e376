import * as z from 'zod';
import { CandidateName } from '../../../core/domain/candidate/candidate.ts';
import { Flag } from '../../../core/domain/flags/flag.ts';
import { Outcome } from '../../../core/domain/run/outcome.ts';
import { Preference } from '../../../core/domain/run/preference.ts';
import { UserError } from '../../../shell/errors/user-error.ts';
import { recordOutcome } from '../../../shell/stored/record-outcome.ts';
import { recordPreference } from '../../../shell/stored/record-preference.ts';
import { findRow } from '../../../shell/window/find-run.ts';
import { mergeConfirmed } from '../../../shell/window/merge-view.ts';
import { json, param, type Route, route } from '../route.ts';

const MergeBody = z.strictObject({
  candidate: CandidateName.optional(),
  into: z.string().min(1).max(255).optional(),
  allow: z.array(z.string().max(100)).max(100).optional(),
  allowDegraded: z.boolean().optional(),
  dryRun: z.boolean(),
  confirm: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});

const How = z.enum(['fast', 'three-way']);
const MergeAnswer = z.strictObject({
  candidate: z.string(),
  capabilities: z.array(Flag),
  outcome: z.discriminatedUnion('status', [
    z.strictObject({ status: z.literal('merged'), commit: z.string(), branch: z.string(), how: How }),
    z.strictObject({
      status: z.literal('would-merge'),
      branch: z.string(),
      how: How,
      files: z.array(z.string()),
    }),
    z.strictObject({ status: z.literal('conflict'), branch: z.string(), files: z.array(z.string()) }),
  ]),
  /** Send it back to merge what the dry run showed. */
  confirm: z.string().nullable(),
});

const RunPreference = z.strictObject({ run: z.string(), ...Preference.shape });

export const changeRoutes: readonly Route[] = [
  route({
    method: 'post',
    path: '/api/runs/{run}/cancel',
    summary: 'Stops a run that is under way; it can be resumed.',
    body: z.strictObject({}),
    token: true,
    answer: json(z.strictObject({ cancelled: z.literal(true), resume: z.string() })),
    handle: async ({ context, params }) => {
      const tools = await context.windowOf(param(params, 'run'));
      const { id, state, kind } = await findRow(tools, param(params, 'run'));
      if (state === 'running' && (context.abort(id) || (await tools.window.stop(id)))) {
        const command = kind === 'race' ? 'race' : kind === 'comparison' ? 'compare' : 'evaluate';
        return { cancelled: true, resume: `hydra ${command} --resume ${id}` };
      }
      throw new UserError(
        'not-running',
        state === 'running'
          ? `Run ${id} is under way on another machine.`
          : `Run ${id} is not under way: it is ${state}.`,
        'Only a run on this machine can be cancelled here.',
      );
    },
  }),
  route({
    method: 'post',
    path: '/api/runs/{run}/merge',
    summary:
      'Merges a candidate. Start with a dry run: the merge must send its `confirm`, so only what was shown is merged.',
    body: MergeBody,
    token: true,
    answer: json(MergeAnswer),
    handle: async ({ context, params, body }) => {
      const run = param(params, 'run');
      return mergeConfirmed(await context.windowOf(run), run, body);
    },
  }),
  route({
    method: 'get',
    path: '/api/runs/{run}/preferences',
    summary: 'Recorded preferences between candidates of this run.',
    answer: json(z.strictObject({ preferences: z.array(RunPreference) })),
    handle: async ({ context, params }) => {
      const tools = await context.windowOf(param(params, 'run'));
      const { id } = await findRow(tools, param(params, 'run'));
      return { preferences: (await tools.store.preferences()).filter(({ run }) => run === id) };
    },
  }),
  route({
    method: 'post',
    path: '/api/runs/{run}/preferences',
    summary: 'Records which of two candidates a person prefers; weights can be learned from it.',
    body: z.strictObject({
      preferred: CandidateName,
      over: CandidateName,
      blind: z.boolean().default(false),
      note: z.string().max(2000).optional(),
    }),
    token: true,
    answer: json(RunPreference),
    handle: async ({ context, params, body: { note, ...body } }) => {
      const tools = await context.windowOf(param(params, 'run'));
      return recordPreference(tools.store, (await findRow(tools, param(params, 'run'))).id, {
        ...body,
        by: 'choice',
        at: context.now(),
        ...(note === undefined ? {} : { note }),
      });
    },
  }),
  route({
    method: 'post',
    path: '/api/runs/{run}/outcomes',
    summary: 'Records how a candidate turned out once it was used.',
    body: z.strictObject({ candidate: CandidateName, right: z.boolean() }),
    token: true,
    answer: json(z.strictObject({ run: z.string(), ...Outcome.shape })),
    handle: async ({ context, params, body }) => {
      const tools = await context.windowOf(param(params, 'run'));
      const { id } = await findRow(tools, param(params, 'run'));
      return recordOutcome(tools.store, id, { ...body, at: context.now() });
    },
  }),
  route({
    method: 'post',
    path: '/api/demo',
    summary: 'Evaluates the bundled example in a temporary repository; its run can be followed at once.',
    body: z.strictObject({}),
    token: true,
    answer: json(z.strictObject({ run: z.string() })),
    handle: async ({ context }) => ({ run: await context.startDemo() }),
  }),
];
