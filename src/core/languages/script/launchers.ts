/** Programs that start a tool of a package. */
export const LAUNCHERS: readonly string[] = ['c8', 'nyc', 'npx', 'bunx', 'pnpx'];
