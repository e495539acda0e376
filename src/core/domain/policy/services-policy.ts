import * as z from 'zod';
import { CheckKind } from '../check/check.ts';

const ServiceName = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,39}$/, 'a service is named by small letters, digits, - and _');
export const VariableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, 'not the name of a variable');

const Service = z.strictObject({
  command: z
    .string()
    .min(1)
    .max(4000)
    .describe('Starts it in the foreground; {port} is its port, {dir} an empty folder of its own.'),
  port: z
    .int()
    .min(1)
    .max(65_535)
    .optional()
    .describe('A fixed port that the tests require; absent: any free one.'),
  ready: z
    .string()
    .min(1)
    .max(4000)
    .optional()
    .describe('Exits with 0 once the service is ready; absent: ready when its port accepts connections.'),
  timeout_seconds: z.int().positive().max(3600).default(30).describe('How long it may take to get ready.'),
  env: z
    .record(VariableName, z.string().max(4000))
    .default({})
    .describe(
      'Variables for the checks, such as REDIS_URL = "redis://127.0.0.1:{port}"; NAME_PORT is always set.',
    ),
  checks: z.array(CheckKind).default(['test']).describe('The checks that it is started for.'),
});

/** Ends the shell text that starts services; what follows is the command of the check. */
export const SERVICES_STARTED = ': services are ready; ';

/** `[services]`: programs that checks talk to, one of each for every command. */
export const ServicesPolicy = z.record(ServiceName, Service);
export type ServicesPolicy = z.infer<typeof ServicesPolicy>;
