/** A part that a language does not have, and what is lost without it; docs/profiles.md lists them all. */
export type MissingPart = { readonly missing: string };

export const isMissingPart = (part: unknown): part is MissingPart =>
  typeof part === 'object' && part !== null && 'missing' in part;

/** The part, or null if the language does without it. */
export const presentPart = <P>(part: P | MissingPart | undefined): P | null =>
  part === undefined || isMissingPart(part) ? null : part;
