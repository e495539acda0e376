import type { Stop } from '../limits/watch-limits.ts';

/** What the exit code of what we started says of the command itself: how it ended, that it never ran, or who stopped it. */
export type LaunchEnd = { readonly exitCode: number } | { readonly ran: false } | { readonly stop: Stop };
