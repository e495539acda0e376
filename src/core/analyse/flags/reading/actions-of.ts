import type { Language } from '../../../languages/language.ts';
import { presentPart } from '../../../languages/parts/missing-part.ts';
import type { Actions } from '../../../syntax/calls.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';

/** Whether rules can follow what a program of this language does. */
export const isFollowed = (language: Language | null): boolean => presentPart(language?.program) !== null;

/** What a file calls and assigns; null: its language is not followed, or it has no tree. */
export const actionsOf = (language: Language | null, version: FileVersion): Actions | null =>
  presentPart(language?.program)?.read(version) ?? null;
