import type { Target } from './target.ts';

const MAX_CHARS = 200_000;
const SESSION = /^def (\w+)\(session\b[^\n]*$/;
const RUN =
  /\bsession\.run\(\s*((?:["'][^"'\n]*["']\s*,?\s*)+)(\*session\.posargs\s*,?\s*)?(?:\w+\s*=[^)]*)?\)/g;
const CALL = /\bsession\.(?:run|run_always)\(/g;
const LITERAL = /["']([^"']*)["']/g;
const PLAIN = /^[\w./:=,@+-]+$/;

const quoted = (word: string): string => (PLAIN.test(word) ? word : `'${word}'`);

const recipeOf = (body: string): string | null => {
  const runs = [...body.matchAll(RUN)].map(([, words = '']) =>
    [...words.matchAll(LITERAL)].map(([, word = '']) => quoted(word)).join(' '),
  );
  const all = body.match(CALL)?.length ?? 0;
  return runs.length === 0 || runs.length < all ? null : runs.join(' && ');
};

/** The commands of nox's sessions, if they are plain. */
export const noxTargets = (text: string): readonly Target[] => {
  const lines = text.slice(0, MAX_CHARS).split(/\r?\n/);
  return lines.flatMap((line, at) => {
    const name = SESSION.exec(line)?.[1];
    if (name === undefined) return [];
    const end = lines.findIndex((later, index) => index > at && /^\S/.test(later));
    const body = lines.slice(at + 1, end < 0 ? lines.length : end).join('\n');
    return [{ name, command: null, recipe: recipeOf(body) }];
  });
};
