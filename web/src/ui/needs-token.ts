export const NEEDS_TOKEN = 'Open the address that `hydra serve` printed to make changes.';
