export const CPP_PROFILES = ['cpp-cmake'] as const;
