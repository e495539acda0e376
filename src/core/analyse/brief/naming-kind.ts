import type { Role, SourceLanguage } from '../../domain/source-facts.ts';

/** In Go a capital makes a name public: it says nothing of taste, so both are looked at apart. */
export const namingKind = (language: SourceLanguage, role: Role, name: string): string => {
  if (language !== 'go') return role;
  const first = name.charAt(0);
  return first !== first.toLowerCase() ? `exported ${role}` : role;
};
