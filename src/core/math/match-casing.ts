import type { CasingStyle } from '../domain/convention-facts.ts';

const PATTERN_OF: Readonly<Record<CasingStyle, RegExp>> = {
  camelCase: /^[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)*$/,
  PascalCase: /^[A-Z][a-z0-9]*(?:[A-Z][a-z0-9]*)*$/,
  snake_case: /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/,
  UPPER_SNAKE_CASE: /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/,
};

/** A single lower-case word is both camelCase and snake_case; one in capitals both PascalCase and UPPER_SNAKE_CASE. */
export const matchesCasing = (name: string, style: CasingStyle): boolean => PATTERN_OF[style].test(name);
