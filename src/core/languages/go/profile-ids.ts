export const GO_PROFILES = ['go'] as const;
