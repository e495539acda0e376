export const RUST_PROFILES = ['rust'] as const;
