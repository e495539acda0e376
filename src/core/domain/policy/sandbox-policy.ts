import * as z from 'zod';

/** An image name as engines accept it; never something they would read as an option. */
const Image = z
  .string()
  .max(500)
  .regex(/^[A-Za-z0-9][\w./:@+-]*$/, 'not the name of an image');

/** `[sandbox]`: what isolates commands from your machine. */
export const SandboxPolicy = z.strictObject({
  mode: z
    .enum(['auto', 'bubblewrap', 'container', 'degraded'])
    .default('auto')
    .describe('Which sandbox: the best available, bubblewrap or an error, a container or an error, or none.'),
  engine: z
    .enum(['podman', 'docker'])
    .optional()
    .describe('Program that runs containers; absent: the first of podman and docker that answers.'),
  image: Image.optional().describe(
    'Image whose tools the commands use in a container; absent: no container can be used.',
  ),
  pull: z
    .boolean()
    .default(false)
    .describe('Whether a missing image is fetched from its registry before the first command.'),
});
export type SandboxPolicy = z.infer<typeof SandboxPolicy>;
