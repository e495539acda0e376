import { SANDBOX } from '../launch/sandbox-arguments.ts';

/** Fixed: an image may have to contain these folders, and users may refer to them. */
export const CONTAINER = {
  ...SANDBOX,
  workspace: '/workspace',
  home: '/home/hydra',
  user: 'hydra',
  host: 'hydra',
} as const;
