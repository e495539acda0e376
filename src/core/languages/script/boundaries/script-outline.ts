import type { ScriptToken } from './script-tokens.ts';

const LONGEST_TYPE = 20;

export const isMark = (token: ScriptToken | undefined, text: string): boolean =>
  token?.kind === 'mark' && token.text === text;

export const opens = (token: ScriptToken | undefined): boolean =>
  token?.kind === 'mark' && '([{'.includes(token.text);
export const closes = (token: ScriptToken | undefined): boolean =>
  token?.kind === 'mark' && ')]}'.includes(token.text);

/** The position after the next `=`: a type may come before it. */
const valueOf = (tokens: readonly ScriptToken[], from: number): number => {
  const ahead = tokens.slice(from, from + LONGEST_TYPE).findIndex((token) => isMark(token, '='));
  return ahead < 0 ? tokens.length : from + ahead + 1;
};

/** The expression after `module.exports =` or `export default`, and each top-level constant. */
export const outline = (tokens: readonly ScriptToken[]) => {
  const constants = new Map<string, number>();
  let [depth, exported] = [0, opens(tokens[0]) ? 0 : -1];
  tokens.forEach((token, at) => {
    const texts = [1, 2, 3].map((ahead) => tokens[at + ahead]?.text);
    if (depth === 0 && token.kind === 'word') {
      if (token.text === 'export' && texts[0] === 'default') exported = at + 2;
      if (token.text === 'module' && texts.join('') === '.exports=') exported = at + 4;
      if (token.text === 'const') constants.set(texts[0] ?? '', valueOf(tokens, at + 2));
    }
    if (opens(token)) depth += 1;
    else if (closes(token)) depth -= 1;
  });
  return { constants, exported };
};
