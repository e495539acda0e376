import type { LanguageId, Role } from '../../domain/source/source-facts.ts';
import { languageById } from '../../languages/languages.ts';

/** Whether the language itself makes the name public by its form: then its casing is no matter of taste. */
export const isExported = (language: LanguageId, name: string): boolean =>
  languageById(language).brief.isExported?.(name) ?? false;

export const namingKind = (role: Role, exported: boolean): string => (exported ? `exported ${role}` : role);
