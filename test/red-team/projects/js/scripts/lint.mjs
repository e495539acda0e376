// The few rules of this project, reported as ESLint does.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const RULES = {
  'no-console': /\bconsole\.\w+\(/,
  'no-var': /^\s*var\s/,
  eqeqeq: /[^=!]==[^=]|!=[^=]/,
};
const SEVERITY = { off: 0, warn: 1, error: 2 };

const { rules } = JSON.parse(readFileSync('.eslintrc.json', 'utf8'));
const files = readdirSync('src', { recursive: true }).filter((name) => /\.[cm]?js$/.test(name));

const lint = (path) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, at) =>
      Object.entries(RULES)
        .filter(([ruleId, pattern]) => SEVERITY[rules[ruleId] ?? 'off'] > 0 && pattern.test(line))
        .filter(() => !line.includes('eslint-disable-line'))
        .map(([ruleId]) => ({
          ruleId,
          severity: SEVERITY[rules[ruleId]],
          message: ruleId,
          line: at + 1,
          column: 1,
        })),
    );

const results = files.map((name) => ({ filePath: resolve('src', name), messages: lint(join('src', name)) }));
console.log(JSON.stringify(results));
process.exitCode = results.some(({ messages }) => messages.some(({ severity }) => severity === 2)) ? 1 : 0;
