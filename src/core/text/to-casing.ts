import type { CasingStyle } from '../domain/source/convention-facts.ts';

const LONGEST_NAME = 200;
const WORDS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The same words in another style; null if the name contains no words. */
export const toCasing = (name: string, style: CasingStyle): string | null => {
  const words = (name.length > LONGEST_NAME ? null : name.match(WORDS))?.map((word) => word.toLowerCase());
  if (words === undefined || !/^[a-z]/.test(words[0] ?? '')) return null;
  switch (style) {
    case 'camelCase':
      return words.map((word, at) => (at === 0 ? word : capital(word))).join('');
    case 'PascalCase':
      return words.map(capital).join('');
    case 'snake_case':
      return words.join('_');
    case 'UPPER_SNAKE_CASE':
      return words.join('_').toUpperCase();
  }
};
