import * as z from 'zod';

/** `builtin` and `claude` are taken. */
export const AgentName = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/);

/** A program of the user's own that changes the folder it is started in. */
export const AgentDefinition = z.strictObject({
  command: z
    .array(z.string().max(10_000))
    .min(1)
    .max(100)
    .describe(
      'Program and arguments; {prompt} is replaced by the task, {prompt_file} by the path of a file that contains it.',
    ),
  env: z
    .array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/))
    .max(100)
    .default([])
    .describe('Names of your environment variables that are passed to the program, such as its API key.'),
  network: z
    .boolean()
    .default(true)
    .describe('Whether the program, and everything it starts, may use the network.'),
});
export type AgentDefinition = z.infer<typeof AgentDefinition>;

/** `[agents.NAME]` of hydra.toml. */
export const AgentDefinitions = z.record(AgentName, AgentDefinition);
export type AgentDefinitions = z.infer<typeof AgentDefinitions>;
