import type { Role, SourceLanguage } from '../../domain/source/source-facts.ts';

/** In Go a capital makes a name public: it says nothing of taste, so both are looked at apart. */
export const isExported = (language: SourceLanguage, name: string): boolean =>
  language === 'go' && name.charAt(0) !== name.charAt(0).toLowerCase();

export const namingKind = (role: Role, exported: boolean): string => (exported ? `exported ${role}` : role);
