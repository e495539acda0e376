export const RUBY_PROFILES = ['ruby'] as const;
