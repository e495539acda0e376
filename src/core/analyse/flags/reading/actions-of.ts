import type { Language } from '../../../languages/language.ts';
import { presentPart } from '../../../languages/parts/missing-part.ts';
import type { Actions } from '../../../syntax/calls.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';

/** Whether rules can follow the actions of a program in this language. */
export const isFollowed = (language: Language | null): boolean => presentPart(language?.program) !== null;

/** A file's calls and assignments; null: its language is not followed, or it has no tree. */
export const actionsOf = (language: Language | null, version: FileVersion): Actions | null =>
  presentPart(language?.program)?.read(version) ?? null;
