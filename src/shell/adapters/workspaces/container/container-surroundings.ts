import { SANDBOX } from '../launch/sandbox-arguments.ts';

/** Fixed: an image may have to bring these folders, and its users name them. */
export const CONTAINER = {
  ...SANDBOX,
  workspace: '/workspace',
  home: '/home/hydra',
  user: 'hydra',
  host: 'hydra',
} as const;
