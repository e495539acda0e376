export const buildIfStale: () => void;
export const setUp: () => void;
