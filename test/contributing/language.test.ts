import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Language } from '../../src/core/languages/language.ts';
import { LANGUAGES } from '../../src/core/languages/languages.ts';
import { presentPart } from '../../src/core/languages/parts/missing-part.ts';
import { findLintParser } from '../../src/core/parse/lint/registry.ts';
import { findMeasureParser } from '../../src/core/parse/measure/registry.ts';
import { findTestParser } from '../../src/core/parse/tests/registry.ts';
import { FORMATTERS } from '../../src/shell/adapters/analysers/formatters/formatter-list.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'src/core/languages');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const folders = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'parts')
  .map(({ name }) => name);

const SECTION = /### Add a language\n([^]*?)\n## /.exec(read('CONTRIBUTING.md'))?.[1] ?? '';

test('every folder exports the object of its name, and the list has them all', async () => {
  const exported = await Promise.all(
    folders.map(async (name) => {
      const module = (await import(pathToFileURL(join(FOLDER, name, `${name}.ts`)).href)) as Record<
        string,
        Language
      >;
      return module[name];
    }),
  );
  expect(exported.map((language) => language?.id).toSorted()).toEqual(folders.toSorted());
  expect(new Set(exported)).toEqual(new Set(LANGUAGES));
});

describe.each(LANGUAGES)('$title', ({ testRunners, linters, typeChecker, formatter, grammars, assessor }) => {
  test('refers to parsers, formatters and grammars that exist', () => {
    for (const { parser } of testRunners) expect(findTestParser(parser), parser).toBeDefined();
    for (const { parser } of linters) expect(findLintParser(parser), parser).toBeDefined();
    if (assessor.measure !== undefined) expect(findMeasureParser(assessor.measure.parser)).toBeDefined();
    const checker = presentPart(typeChecker);
    expect([null, 'build', ...linters.map(({ id }) => id)]).toContain(checker);
    const id = presentPart(formatter);
    if (id !== null) expect(FORMATTERS.map((each) => each.id)).toContain(id);
    const wasm = readdirSync(join(ROOT, 'node_modules/@vscode/tree-sitter-wasm/wasm'));
    for (const grammar of Object.values(grammars)) expect(wasm).toContain(`tree-sitter-${grammar}.wasm`);
  });
});

test('no two languages have the same place among the results', () => {
  const places = LANGUAGES.map(({ assessor }) => assessor.place);
  expect(new Set(places).size).toBe(places.length);
});

/** Folders and files that may mention a language, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  'src/core/languages/': 'the languages',
  'src/core/parse/': 'one file a tool',
  'src/shell/adapters/analysers/': 'formatters and the bundled ruff',
  'src/shell/adapters/assess/': 'the bundled linters',
  'src/shell/ports/assessment.ts': 'the bundled linters, as a port',
  'src/shell/assess/open-job.ts': 'the bundled linters, as a port',
  'src/core/commands/harmful-command.ts': 'command lines are read before their language is known',
  'src/core/profile/targets/': 'programs that targets of make, just, tox and nox start',
  'src/core/report/analysis/hydra-toml.ts': 'an example in a comment of the file that `hydra init` writes',
  'src/core/profile/ci-commands.ts': 'steps of a workflow are sorted before their language is known',
  'src/core/commands/tool-call.ts': 'command lines are read before their language is known',
  '/bench-task.ts': 'languages of benchmark tasks are part of their format',
  '/attributes-trick.ts': 'names that git gives to its diff drivers',
  '/harmless-etc.ts': 'names of folders below /etc',
  '/list-tree.ts': 'folders that an agent is not shown',
  '/exec-of-evidence.ts': 'tools whose findings are about types, by the name in stored reports',
  'src/faces/cli/commands/analyse.ts': 'the help of an option',
};
const isAllowed = (path: string): boolean =>
  Object.keys(ALLOWED).some((allowed) => path.startsWith(allowed) || path.endsWith(allowed));

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');

const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path: `src/${path}`, text: withoutComments(read(`src/${path}`)) }))
  .filter(({ path }) => !isAllowed(path));

/** An id that is an ordinary word too. */
const ORDINARY = new Set(['script']);

/** Names that reveal a language. */
const telltales = ({ id, testRunners, linters, toolchain }: Language): readonly string[] =>
  [
    ...new Set([
      id,
      ...[...testRunners, ...linters].flatMap((tool) => [tool.id, ...tool.names]),
      ...toolchain.probes.map(({ what }) => what),
    ]),
  ].filter((word) => word.length > 3 && !ORDINARY.has(word));

test.each(LANGUAGES)('nothing outside its folder mentions $title', (language) => {
  const words = new RegExp(String.raw`(?<![\w-])(?:${telltales(language).join('|')})(?![\w-])`, 'i');
  const leaks = sources.flatMap(({ path, text }) => {
    const found = words.exec(text)?.[0];
    return found === undefined ? [] : [`${path}: ${found}`];
  });
  expect(leaks).toEqual([]);
});

test('nothing checks for a language by its id', () => {
  const ids = LANGUAGES.map(({ id }) => id).join('|');
  const asks = new RegExp(String.raw`\blanguage(?:\??\.id)?\s*[!=]==\s*'(?:${ids})'`);
  expect(sources.filter(({ text }) => asks.test(text)).map(({ path }) => path)).toEqual([]);
});

describe('following the instructions', () => {
  let copy = '';
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'hydra-language-'));
    cpSync(join(ROOT, 'src/core'), join(copy, 'src/core'), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    const settings = {
      extends: join(ROOT, 'tsconfig.json'),
      files: ['src/core/profile/plan-checks.ts'],
      include: [],
    };
    writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(settings));
    writeFileSync(join(copy, 'package.json'), '{ "type": "module" }');
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  const change = (path: string, from: RegExp, to: string): void => {
    const text = readFileSync(join(copy, path), 'utf8');
    expect(text).toMatch(from);
    writeFileSync(join(copy, path), text.replace(from, to));
  };

  /** A step of the section, which must name the file. */
  const step = (path: string, from: RegExp, to: string): void => {
    expect(SECTION).toContain(path);
    change(path, from, to);
  };

  const compile = (): string =>
    spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', copy], { cwd: copy, encoding: 'utf8' }).stdout;

  /** Ruby's folder under another name, for repositories with a shard.yml. */
  const writeFolder = (): void => {
    const folder = 'src/core/languages/crystal';
    cpSync(join(FOLDER, 'ruby'), join(copy, folder), { recursive: true });
    renameSync(join(copy, folder, 'ruby.ts'), join(copy, folder, 'crystal.ts'));
    change(
      `${folder}/crystal.ts`,
      /export const ruby: Language = \{\n {2}id: 'ruby'/,
      "export const crystal: Language = {\n  id: 'crystal'",
    );
    change(`${folder}/crystal.ts`, /grammars: \{[^}]*\}/, "grammars: { cr: 'ruby' }");
    change(`${folder}/profile.ts`, /id: 'ruby'/, "id: 'crystal'");
    change(`${folder}/profile-ids.ts`, /RUBY_PROFILES = \['ruby'\]/, "CRYSTAL_PROFILES = ['crystal']");
    change(
      `${folder}/profile.ts`,
      /detects: [^]*?,\n {2}propose/,
      "detects: ({ files }) => files.includes('shard.yml'),\n  propose",
    );
  };

  test('the compiler reports missing parts, and then the language is there', () => {
    const object = 'src/core/languages/crystal/crystal.ts';
    writeFolder();
    change(object, /^ {2}paths: rubyPaths,\n/m, '');
    step('src/core/languages/languages.ts', /^/, "import { crystal } from './crystal/crystal.ts';\n");
    step('src/core/languages/languages.ts', /\[script, /, '[crystal, script, ');
    const errors = compile();
    expect(errors).toContain("Property 'paths' is missing");
    expect(errors).toContain(`'"crystal"' is not assignable`);
    change(object, /^ {2}names: /m, '  paths: rubyPaths,\n  names: ');
    const ids = 'src/core/languages/profile-ids.ts';
    step(ids, /^/, "import { CRYSTAL_PROFILES } from './crystal/profile-ids.ts';\n");
    step(ids, / {2}\.\.\.RUBY_PROFILES,\n/, '  ...RUBY_PROFILES,\n  ...CRYSTAL_PROFILES,\n');
    expect(compile()).toBe('');
    const from = (path: string): string => JSON.stringify(pathToFileURL(join(copy, path)).href);
    const script = `
      import { HydraConfig } from ${from('src/core/domain/policy/hydra-config.ts')};
      import { languageOf } from ${from('src/core/languages/languages.ts')};
      import { planChecks } from ${from('src/core/profile/plan-checks.ts')};
      const facts = { files: ['shard.yml', '.rspec', 'src/a.cr'], texts: {} };
      const plan = planChecks(facts, HydraConfig.parse({ scoring: { profile: 'crystal' } }));
      console.log(plan.profile, plan.testRunner, languageOf('src/a.cr').id);
    `;
    const words = ['--import', 'tsx', '--input-type=module', '-e', script];
    const { stdout } = spawnSync(process.execPath, words, { cwd: ROOT, encoding: 'utf8' });
    expect(stdout.trim()).toBe('crystal rspec crystal');
  });

  test('the table names files that Ruby has', () => {
    const named = [...SECTION.matchAll(/^\| `(\w+\.ts)` \|/gm)].map(([, file = '']) => file);
    expect(named.length).toBeGreaterThan(8);
    const files = readdirSync(join(FOLDER, 'ruby'));
    for (const file of named) expect(files).toContain(file);
  });

  test('every path in the section exists', () => {
    const paths = [...SECTION.matchAll(/`((?:src|test|scripts)\/[\w./-]+)`/g)]
      .map(([, path = '']) => path)
      .filter((path) => !path.includes('NAME'));
    expect(paths.length).toBeGreaterThan(5);
    for (const path of paths) expect(existsSync(join(ROOT, path)), path).toBe(true);
  });
});
