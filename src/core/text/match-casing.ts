import { CasingStyle } from '../domain/source/convention-facts.ts';

const PATTERN_OF: Readonly<Record<CasingStyle, RegExp>> = {
  camelCase: /^[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)*$/,
  PascalCase: /^[A-Z][a-z0-9]*(?:[A-Z][a-z0-9]*)*$/,
  snake_case: /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/,
  UPPER_SNAKE_CASE: /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/,
};

/** A single lower-case word is both camelCase and snake_case; one in capitals both PascalCase and UPPER_SNAKE_CASE. */
export const matchesCasing = (name: string, style: CasingStyle): boolean => PATTERN_OF[style].test(name);

const bitOf = (style: CasingStyle): number => 1 << CasingStyle.options.indexOf(style);
const [CAMEL, PASCAL, SNAKE, UPPER] = [
  bitOf('camelCase'),
  bitOf('PascalCase'),
  bitOf('snake_case'),
  bitOf('UPPER_SNAKE_CASE'),
];

/** All styles that a name matches, as bits in the order of `CasingStyle`; reads each character once. */
export const casingBits = (name: string): number => {
  const isUpper = (code: number): boolean => code >= 65 && code <= 90;
  const isLower = (code: number): boolean => code >= 97 && code <= 122;
  const first = name.charCodeAt(0);
  let fits = isLower(first) ? CAMEL | SNAKE : isUpper(first) ? PASCAL | UPPER : 0;
  let wasUnderscore = false;
  for (let at = 0; at < name.length && fits !== 0; at += 1) {
    const code = name.charCodeAt(at);
    if (code === 95) fits = wasUnderscore ? 0 : fits & (SNAKE | UPPER);
    else if (isUpper(code)) fits &= ~SNAKE;
    else if (isLower(code)) fits &= ~UPPER;
    else if (code < 48 || code > 57) fits = 0;
    wasUnderscore = code === 95;
  }
  return wasUnderscore ? 0 : fits;
};
