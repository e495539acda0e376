import { shellQuote } from '../../domain/check/shell-quote.ts';
import type { ExampleRules } from '../parts/probe-rules.ts';
import { programOf } from './interpreter.ts';

const LONGEST = 200_000;
const FENCE = /^[ \t]{0,8}(`{3,}|~{3,})[ \t]*([\w+-]*)/;
const PYTHON = new Set(['', 'python', 'py', 'python3', 'pycon', 'ipython', 'pytb']);
const PROMPT = /^[ \t]{0,16}(?:>>>|In \[\d{1,4}\]:) ?/;
const MORE = /^[ \t]{0,16}\.\.\.:? ?/;

/** The input at prompts, one text for each; output is left out. */
const typed = (lines: readonly string[]): readonly string[] => {
  const found: string[] = [];
  let open = false;
  for (const line of lines) {
    const isPrompt = PROMPT.test(line);
    if (isPrompt) found.push(line.replace(PROMPT, ''));
    else if (open && MORE.test(line)) found.push(`${found.pop() ?? ''}\n${line.replace(MORE, '')}`);
    open = isPrompt || (open && MORE.test(line));
  }
  return found;
};

const indentOf = (line: string): number => line.length - line.trimStart().length;

const dedent = (lines: readonly string[]): string => {
  const least = Math.min(...lines.filter((line) => line.trim() !== '').map(indentOf));
  return lines.map((line) => line.slice(Number.isFinite(least) ? least : 0)).join('\n');
};

/** The code in fences and after prompts, in the order of the text; the interpreter finds out whether it is Python. */
const codeIn = (text: string): readonly string[] => {
  const found: string[] = [];
  let outside: string[] = [];
  let fence: { readonly mark: string; readonly isPython: boolean; readonly lines: string[] } | null = null;
  const add = (lines: readonly string[], isFenced: boolean): void => {
    const session = typed(lines);
    if (session.length > 0) found.push(...session);
    else if (isFenced && lines.some((line) => line.trim() !== '')) found.push(dedent(lines));
  };
  for (const line of text.slice(0, LONGEST).split(/\r?\n/)) {
    const [, mark, name = ''] = FENCE.exec(line) ?? [];
    if (fence !== null) {
      if (mark?.startsWith(fence.mark) === true && name === '') {
        if (fence.isPython) add(fence.lines, true);
        fence = null;
      } else fence.lines.push(line);
    } else if (mark === undefined) outside.push(line);
    else {
      add(outside, false);
      outside = [];
      fence = { mark, isPython: PYTHON.has(name.toLowerCase()), lines: [] };
    }
  }
  add(outside, false);
  return found;
};

/** `src/shop/cart.py` belongs to the package `shop`. */
const packageOf = (path: string): string | null => {
  const parts = path.split('/');
  const top = ['src', 'lib', 'python'].includes(parts[0] ?? '') ? parts[1] : parts[0];
  const name = top?.replace(/\.py$/, '');
  return path.endsWith('.py') && name !== undefined && /^[A-Za-z_]\w*$/.test(name) ? name : null;
};

export const pythonExample: ExampleRules = {
  read(task) {
    const code = codeIn(task);
    return code.length === 0 ? null : { path: 'hydra_example.json', text: JSON.stringify(code) };
  },
  run(program, path, changed) {
    const packages = [...new Set(changed.flatMap((one) => packageOf(one) ?? []))].slice(0, 5);
    return `PYTHONPATH="$PWD${'${PYTHONPATH:+:$PYTHONPATH}'}" PYTHONHASHSEED=0 ${programOf(program)} "$HYDRA_REPORTERS/hydra_example.py" ${[path, ...packages].map(shellQuote).join(' ')}`;
  },
};
