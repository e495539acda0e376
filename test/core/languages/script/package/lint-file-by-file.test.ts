import { describe, expect, test } from 'vitest';
import { HydraConfig } from '../../../../../src/core/domain/policy/hydra-config.ts';
import { lintsFileByFile } from '../../../../../src/core/languages/script/package/lint-file-by-file.ts';
import { planChecks } from '../../../../../src/core/profile/plan-checks.ts';

const manifest = (eslint: string, lint = 'eslint .'): string =>
  JSON.stringify({ scripts: { lint, test: 'mocha' }, devDependencies: { eslint } });
const facts = (name: string, config: string, { eslint = '8.47.0', more = [] as string[] } = {}) => ({
  files: ['package.json', name, ...more],
  texts: { 'package.json': manifest(eslint), [name]: config },
});

describe('eslint looks at one file at a time if only its own rules are used', () => {
  test.each([
    ['.eslintrc.yml', 'root: true\nrules:\n  no-undef: error\n  message: Use `import x from "y"`.\n'],
    ['.eslintrc.yml', 'extends: eslint:recommended\nparserOptions:\n  ecmaVersion: 2022\n'],
    ['.eslintrc.json', '{ "extends": ["eslint:recommended"], "rules": { "eqeqeq": 2 } }'],
    ['.eslintrc', '{"root":true,"env":{"node":true}}'],
    [
      'eslint.config.js',
      "import js from '@eslint/js';\nimport globals from 'globals';\nexport default [js.configs.recommended, { rules: {} }];\n",
    ],
    ['eslint.config.cjs', "const js = require('@eslint/js');\nmodule.exports = [js.configs.all];\n"],
  ])('%s: %s', (name, config) => {
    expect(lintsFileByFile(facts(name, config))).toBe(true);
  });

  test.each([
    ['a plugin', '.eslintrc.yml', 'plugins:\n  - import\n'],
    ['a plugin on one line', '.eslintrc.json', '{"root":true,"plugins":["import"]}'],
    ['a parser', '.eslintrc.json', '{ "parser": "@typescript-eslint/parser" }'],
    ['a shared configuration', '.eslintrc.yml', 'extends: airbnb\n'],
    ['a shared configuration among others', '.eslintrc.yml', 'extends: [eslint:recommended, airbnb]\n'],
    ['a list over several lines', '.eslintrc.json', '{ "extends": [\n"eslint:recommended",\n"airbnb"\n] }'],
    ['overrides', '.eslintrc.yml', 'overrides:\n  - files: "*.ts"\n    extends: x\n'],
    ['an import', 'eslint.config.js', "import x from 'eslint-plugin-import';\nexport default [x];\n"],
    ['a file of its own', 'eslint.config.js', "import x from './rules.js';\nexport default [x];\n"],
    ['a computed import', 'eslint.config.js', 'export default [await import(name)];\n'],
    ['a computed require', 'eslint.config.cjs', 'module.exports = [require(name)];\n'],
    ['code that is not read', '.eslintrc.js', 'module.exports = {};\n'],
  ])('not with %s', (_, name, config) => {
    expect(lintsFileByFile(facts(name, config))).toBe(false);
  });

  test('not with a second configuration, nor with an eslint that is too old or of unknown version', () => {
    const config = 'rules: {}\n';
    expect(lintsFileByFile(facts('.eslintrc.yml', config, { more: ['lib/.eslintrc.json'] }))).toBe(false);
    for (const eslint of ['7.32.0', '*', '>=6', 'latest', '^7.1.0'])
      expect(lintsFileByFile(facts('.eslintrc.yml', config, { eslint }))).toBe(false);
    expect(lintsFileByFile(facts('.eslintrc.yml', config, { eslint: '^9.1.0' }))).toBe(true);
  });
});

describe('the check', () => {
  const lintOf = (script: string) => {
    const found = planChecks(
      {
        files: ['package.json', '.eslintrc.yml'],
        texts: { 'package.json': manifest('8.1.0', script), '.eslintrc.yml': 'rules: {}\n' },
      },
      HydraConfig.parse({}),
    );
    return 'checks' in found ? found.checks.find(({ kind }) => kind === 'lint') : undefined;
  };

  test('carries eslint’s results for each file', () => {
    const check = lintOf('eslint . --fix');
    expect(check?.carries).toBe('eslint.cache');
    expect(check?.command).toMatch(
      / --cache --cache-strategy content --cache-location "\$HYDRA_REPORT_DIR\/eslint\.cache"$/,
    );
  });

  test.each([
    'eslint -c other.json .',
    'eslint --rulesdir rules .',
    'eslint . && prettier --check .',
    'standard',
  ])('carries nothing for %s', (script) => {
    expect(lintOf(script)?.carries).toBeUndefined();
  });
});
