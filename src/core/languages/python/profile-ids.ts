export const PYTHON_PROFILES = ['python'] as const;
