export const SCRIPT_PROFILES = ['js-node'] as const;
