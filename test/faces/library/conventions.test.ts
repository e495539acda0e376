import { afterAll, afterEach, describe, expect, test } from 'vitest';
import {
  conventionScore as scoreAlone,
  buildProjectBrief as briefAlone,
  type GeneratedCandidate,
  openSession,
  runBoundaryChecks as checkAlone,
  runSchemaChecks as schemasAlone,
  type ScoreBreakdown,
  tournamentSelect,
} from '../../../src/faces/library/library.ts';
import { type Files, makeProject, type ScratchProject } from '../../support/scratch-project.ts';

const session = openSession();
const { buildProjectBrief, conventionScore, runBoundaryChecks, runSchemaChecks } = session;
afterAll(session.close);

const projects: ScratchProject[] = [];
afterEach(async () => {
  for (const project of projects.splice(0)) await project.remove();
});

const scratch = async (files: Files): Promise<string> => {
  const project = await makeProject(files);
  projects.push(project);
  await project.commit('base');
  return project.root;
};

const many = (count: number, file: (at: number) => readonly [string, string]): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => file(at)));

const CLEAN = { lint_errors: 0, type_errors: 0, tests_passed: 3, tests_failed: 0 };

const files = (...each: readonly (readonly [string, string])[]): GeneratedCandidate => ({
  files: each.map(([path, content]) => ({ path, content })),
});

const SHOP: Files = {
  ...many(6, (at) => [
    `src/views/ShowOrder${at}View.ts`,
    `import { findOrder${at} } from '../models/OrderModel${at}.ts';\nexport const showOrder${at} = (orderId: string, customerId: string) => findOrder${at}(orderId, customerId);\n`,
  ]),
  ...many(6, (at) => [
    `src/models/OrderModel${at}.ts`,
    `export type OrderModel${at} = { orderId: string };\nexport const findOrder${at} = (orderId: string, customerId: string): OrderModel${at} => ({ orderId: orderId + customerId });\n`,
  ]),
};

const scoreIn = async (root: string, candidate: GeneratedCandidate): Promise<ScoreBreakdown> => {
  const brief = await buildProjectBrief(root);
  return conventionScore({ candidate, brief, exec: CLEAN, repoRoot: root });
};

describe('conventionScore', () => {
  test('a change in the vocabulary of its surroundings beats one in its own', async () => {
    const root = await scratch(SHOP);
    const brief = await buildProjectBrief(root);
    const native = files([
      'src/views/CancelOrderView.ts',
      "import { findOrder0 } from '../models/OrderModel0.ts';\nexport const cancelOrder = (orderId: string, customerId: string) => findOrder0(orderId, customerId);\n",
    ]);
    const strange = files([
      'src/views/cancel_order.ts',
      "import { findOrder0 } from '../models/OrderModel0.ts';\nexport const cancel_the_order = (the_id: string, the_buyer: string) => findOrder0(the_id, the_buyer);\n",
    ]);
    const scores = [native, strange].map((candidate) =>
      conventionScore({ candidate, brief, exec: CLEAN, repoRoot: root }),
    );
    const [one, other] = scores;
    expect(one).toMatchObject({
      boundaries: 1,
      schemaConformance: 1,
      filePattern: 1,
      execSignals: 1,
      breaches: [],
    });
    expect(one?.identifierMatch).toBeGreaterThan(0.7);
    expect(other?.identifierMatch).toBeLessThan(0.4);
    expect(other?.filePattern).toBe(0.7);
    expect(other?.breaches.map(({ rule, found }) => `${rule} ${found}`)).toEqual([
      'casing cancel_the_order',
      'casing the_id',
      'casing the_buyer',
      'file-name src/views/cancel_order.ts',
    ]);
    expect(other?.breaches[0]?.expected).toMatch(/^cancelTheOrder \(camelCase/);
  });

  test('without a session the results are the same', async () => {
    const root = await scratch({ ...SHOP, 'schema.graphql': 'type Query { a: Int }\n' });
    const candidate = files(
      ['src/views/Cancel_it.ts', "import '../models/OrderModel0.ts';\nexport const Cancel_it = 1;\n"],
      ['schema.graphql', 'type Query { a: Nothing }\n'],
    );
    const [brief, alone] = [await buildProjectBrief(root), await briefAlone(root)];
    expect(alone).toEqual(brief);
    const question = { candidate, repoRoot: root };
    const exec = CLEAN;
    const score = scoreAlone({ ...question, brief: alone, exec });
    expect(score).toEqual(conventionScore({ ...question, brief, exec }));
    expect(score.breaches.length).toBeGreaterThan(0);
    const checked = checkAlone({ ...question, brief: alone });
    expect(checked).toEqual(runBoundaryChecks({ ...question, brief }));
    const schemas = await schemasAlone({ ...question, brief: alone });
    expect(schemas).toEqual(await runSchemaChecks({ ...question, brief }));
    expect(schemas.errors).toHaveLength(1);
  });

  test('operations on files are scored as the resulting files', async () => {
    const root = await scratch(SHOP);
    const brief = await buildProjectBrief(root);
    const path = 'src/models/OrderModel1.ts';
    const content =
      'export type OrderModel1 = { orderId: string };\nexport const Find_It = (orderId: string, customerId: string): OrderModel1 => ({ orderId: orderId + customerId });\n';
    const whole = conventionScore({ candidate: files([path, content]), brief, exec: CLEAN, repoRoot: root });
    const patch = [{ kind: 'edit', path, find: 'findOrder1', replace: 'Find_It' }] as const;
    const edited = conventionScore({ candidate: { patch }, brief, exec: CLEAN, repoRoot: root });
    expect(edited).toEqual(whole);
    expect(edited.breaches.map(({ found }) => found)).toEqual(['Find_It']);
  });

  test('names that are merely used are never judged by style', async () => {
    const root = await scratch(SHOP);
    const score = await scoreIn(
      root,
      files(['src/models/OrderModel2.ts', `${SHOP['src/models/OrderModel2.ts']}\nsome_library.Do_This();\n`]),
    );
    expect(score.breaches).toEqual([]);
  });

  test('a change without a single name scores 1, one in an unknown language is not judged', async () => {
    const root = await scratch(SHOP);
    expect((await scoreIn(root, files(['README.md', '# Hello']))).identifierMatch).toBe(1);
    const foreign = await scoreIn(root, files(['src/models/order.ex', 'IO.puts(1)']));
    expect(foreign.identifierMatch).toBeNull();
    expect(foreign.reasons['identifierMatch']).toMatch(/no grammar for src\/models\/order\.ex/);
    expect(foreign.total).not.toBeNull();
  });

  test('unknown checks are unknown, and a changed schema needs its check', async () => {
    const root = await scratch(SHOP);
    const brief = await buildProjectBrief(root);
    const candidate = files(['schema.graphql', 'type Query { a: Int }']);
    const score = conventionScore({ candidate, brief, exec: {}, repoRoot: root });
    expect(score).toMatchObject({ execSignals: null, schemaConformance: null });
    expect(
      conventionScore({ candidate, brief, exec: { schema_errors: 0 }, repoRoot: root }).schemaConformance,
    ).toBe(1);
  });

  test('a brief from elsewhere and a path that leads outside are refused', async () => {
    const root = await scratch(SHOP);
    const brief = await buildProjectBrief(root);
    const candidate = files(['../outside.ts', 'x']);
    expect(() => conventionScore({ candidate, brief, exec: CLEAN, repoRoot: root })).toThrow(/refused/);
    const copy = structuredClone(brief);
    expect(() => conventionScore({ candidate: files(), brief: copy, exec: CLEAN, repoRoot: root })).toThrow(
      /not built here/,
    );
  });

  test('scores feed the tournament as the document shows', async () => {
    const root = await scratch(SHOP);
    const brief = await buildProjectBrief(root);
    const candidates = ['cancelOrder', 'cancel_order', 'CancelOrder'].map((name) =>
      files([`src/views/${name}View.ts`, `export const ${name} = (orderId: string) => orderId;\n`]),
    );
    const scores = candidates.map((candidate) => {
      const { total, execSignals, identifierMatch } = conventionScore({
        candidate,
        brief,
        exec: CLEAN,
        repoRoot: root,
      });
      return { total: total ?? 0, execSignals: execSignals ?? 0, identifierMatch: identifierMatch ?? 0 };
    });
    expect(tournamentSelect(candidates, scores).winnerIndex).toBe(0);
  });
});

const boundaryErrors = async (root: string, candidate: GeneratedCandidate): Promise<readonly string[]> => {
  const brief = await buildProjectBrief(root);
  return runBoundaryChecks({ candidate, brief, repoRoot: root }).errors.map(
    ({ rule, from, to }) => `${rule}: ${from} → ${to}`,
  );
};

describe('runBoundaryChecks', () => {
  test('an import against the observed direction, with both ends named', async () => {
    const root = await scratch(SHOP);
    const path = 'src/models/OrderModel0.ts';
    const candidate = files([
      path,
      `import { showOrder1 } from '../views/ShowOrder1View.ts';\n${SHOP[path]}`,
    ]);
    expect(await boundaryErrors(root, candidate)).toEqual([
      `direction: ${path} → src/views/ShowOrder1View.ts`,
    ]);
  });

  test('violations that the base already has cost nothing', async () => {
    const path = 'src/models/OrderModel0.ts';
    const text = `import { showOrder1 } from '../views/ShowOrder1View.ts';\n${SHOP[path]}`;
    const root = await scratch({
      ...SHOP,
      ...many(20, (at) => [`src/views/More${at}View.ts`, "import '../models/OrderModel1.ts';\n"]),
      [path]: text,
    });
    expect(await boundaryErrors(root, files([path, `${text}\nexport const more = 1;\n`]))).toEqual([]);
  });

  test('a cycle that the change closes, unless it consists of types only', async () => {
    const root = await scratch({
      'a.ts': "import { b } from './b.ts';\nexport const a = b;\n",
      'b.ts': 'export const b = 1;\n',
    });
    expect(
      await boundaryErrors(root, files(['b.ts', "import { a } from './a.ts';\nexport const b = a;\n"])),
    ).toEqual(['cycle: b.ts → a.ts']);
    expect(
      await boundaryErrors(root, files(['b.ts', "import type { a } from './a.ts';\nexport const b = 1;\n"])),
    ).toEqual([]);
  });

  test('rules of dependency-cruiser that are data, and a note on unsupported ones', async () => {
    const forbidden = [
      {
        name: 'no-cross',
        from: { path: '^features/([^/]+)/' },
        to: { path: '^features/', pathNot: '^features/$1/' },
      },
      { name: 'no-orphans', from: { orphan: true }, to: {} },
    ];
    const root = await scratch({
      '.dependency-cruiser.json': JSON.stringify({ forbidden }),
      'features/a/one.js': '1;\n',
      'features/a/two.js': '2;\n',
      'features/b/one.js': '1;\n',
    });
    const candidate = files(['features/a/new.js', "import './two.js';\nimport '../b/one.js';\n"]);
    expect(await boundaryErrors(root, candidate)).toEqual([
      'dependency-cruiser no-cross: features/a/new.js → features/b/one.js',
    ]);
    const brief = await buildProjectBrief(root);
    expect(runBoundaryChecks({ candidate, brief, repoRoot: root }).notes).toEqual([
      'rule no-orphans of dependency-cruiser is not checked: it asks for orphan',
    ]);
  });

  test('a configuration that is a program is not run', async () => {
    const root = await scratch({ '.dependency-cruiser.cjs': 'throw new Error("ran");', 'a.js': '1;\n' });
    const brief = await buildProjectBrief(root);
    const { notes } = runBoundaryChecks({
      candidate: files(['b.js', "import './a.js';\n"]),
      brief,
      repoRoot: root,
    });
    expect(notes).toEqual([
      '.dependency-cruiser.cjs is a program: its rules cannot be read without running it',
    ]);
  });

  test('a configuration that is a program but returns plain data is read', async () => {
    const root = await scratch({
      '.dependency-cruiser.cjs': `const web = '^src/web';
/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'down', from: { path: '^src/' + 'core' }, to: { path: [web], dependencyTypesNot: ['type-only'] } },
    { name: 'slow', from: { path: '(a+)+$' }, to: { path: 'b' } },
    ...require('./more.cjs'),
  ],
  options: { doNotFollow: { path: /node_modules/ } },
};
`,
      'src/core/a.ts': '1;\n',
      'src/web/b.ts': 'export type B = 1;\n',
    });
    const brief = await buildProjectBrief(root);
    const candidate = files(
      ['src/core/n.ts', "import '../web/b.ts';\n"],
      ['src/core/t.ts', "import type { B } from '../web/b.ts';\nexport const t: B = 1;\n"],
    );
    const { errors, notes } = runBoundaryChecks({ candidate, brief, repoRoot: root });
    expect(errors.map(({ rule, from, to }) => `${rule}: ${from} → ${to}`)).toEqual([
      'dependency-cruiser down: src/core/n.ts → src/web/b.ts',
    ]);
    expect(notes).toEqual([
      'rule slow of dependency-cruiser is not checked: it asks for a path that cannot be read or would take too long',
      'rule unnamed of dependency-cruiser is not checked: it asks for something computed',
    ]);
  });

  test('imports that no rule of dependency-cruiser allows', async () => {
    const allowed = [{ from: { path: '^ui/' }, to: { path: '^(ui|data)/' } }];
    const root = await scratch({
      '.dependency-cruiser.json': `{ // with a comment\n allowed: ${JSON.stringify(allowed)}, }`,
      'ui/a.js': '1;\n',
      'data/b.js': '2;\n',
    });
    const candidate = files(['ui/n.js', "import '../data/b.js';\n"], ['data/n.js', "import '../ui/a.js';\n"]);
    expect(await boundaryErrors(root, candidate)).toEqual([
      'dependency-cruiser not-in-allowed: data/n.js → ui/a.js',
    ]);
  });

  const ELEMENT_SETTINGS = `{ 'boundaries/elements': [{ type: 'ui', pattern: 'src/ui' }, { type: 'data', pattern: 'src/data' }] }`;
  const ELEMENT_RULES = `{ 'boundaries/element-types': ['error', { default: 'disallow', rules: [{ from: ['ui'], allow: ['data'] }] }] }`;

  test.each([
    ['.eslintrc.json', `{ "settings": ${ELEMENT_SETTINGS}, /* strict */ "rules": ${ELEMENT_RULES} }`],
    ['.eslintrc.cjs', `module.exports = { settings: ${ELEMENT_SETTINGS}, rules: ${ELEMENT_RULES} };`],
    [
      'eslint.config.mjs',
      `import boundaries from 'eslint-plugin-boundaries';\nimport { defineConfig } from 'eslint/config';\nconst settings = ${ELEMENT_SETTINGS};\nexport default defineConfig([js.configs.recommended, { plugins: { boundaries }, settings, rules: { ...boundaries.configs.strict.rules, ...${ELEMENT_RULES} } }]);`,
    ],
    ['package.json', `{ "eslintConfig": { "settings": ${ELEMENT_SETTINGS}, "rules": ${ELEMENT_RULES} } }`],
  ])('element types of eslint-plugin-boundaries in %s', async (file, text) => {
    const root = await scratch({
      [file]: text,
      'src/ui/a.js': '1;\n',
      'src/data/b.js': '2;\n',
    });
    expect(await boundaryErrors(root, files(['src/ui/n.js', "import '../data/b.js';\n"]))).toEqual([]);
    expect(await boundaryErrors(root, files(['src/data/n.js', "import '../ui/a.js';\n"]))).toEqual([
      'boundaries/element-types: src/data/n.js → src/ui/a.js',
    ]);
  });

  test.each([
    [
      'pyproject.toml',
      '[[tool.importlinter.contracts]]\nname = "Layers"\ntype = "layers"\nlayers = ["shop.web", "shop.models"]\n',
    ],
    [
      '.importlinter',
      '[importlinter]\nroot_package = shop\n\n[importlinter:contract:1]\nname = Layers\ntype = layers\nlayers =\n    shop.web\n    shop.models\n',
    ],
    [
      'setup.cfg',
      '[importlinter:contract:1]\nname = Layers\ntype = forbidden\nsource_modules = shop.models\nforbidden_modules =\n    shop.web\n',
    ],
  ])('contracts of import-linter in %s', async (file, text) => {
    const root = await scratch({
      [file]: text,
      'shop/__init__.py': '',
      'shop/web/__init__.py': '',
      'shop/web/views.py': '',
      'shop/models/__init__.py': '',
    });
    expect(
      await boundaryErrors(root, files(['shop/models/order.py', 'from shop.web import views\n'])),
    ).toEqual(['import-linter Layers: shop/models/order.py → shop/web/views.py']);
    expect(await boundaryErrors(root, files(['shop/web/order.py', 'import shop.models\n']))).toEqual([]);
  });

  test('exceptions of import-linter, and layers of other packages', async () => {
    const root = await scratch({
      'pyproject.toml':
        '[[tool.importlinter.contracts]]\nname = "Layers"\ntype = "layers"\nlayers = ["web | cli", "models"]\ncontainers = ["shop"]\nignore_imports = ["shop.models.* -> shop.web.urls"]\n',
      'shop/__init__.py': '',
      'shop/web/__init__.py': '',
      'shop/web/urls.py': '',
      'shop/web/views.py': '',
      'shop/cli/__init__.py': '',
      'shop/models/__init__.py': '',
    });
    expect(
      await boundaryErrors(
        root,
        files(
          ['shop/models/order.py', 'from shop.web import urls\n'],
          ['shop/models/price.py', 'from shop.web import views\n'],
          ['shop/cli/main.py', 'from shop.web import views\nimport shop.models\n'],
        ),
      ),
    ).toEqual([
      'import-linter Layers: shop/models/price.py → shop/web/views.py',
      'import-linter Layers: shop/cli/main.py → shop/web/views.py',
    ]);
  });

  test('internal packages of Go', async () => {
    const root = await scratch({
      'go.mod': 'module example.com/shop\n',
      'cart/internal/price/price.go': 'package price\n',
      'cart/cart.go': 'package cart\nimport "example.com/shop/cart/internal/price"\n',
    });
    const text = 'package web\nimport "example.com/shop/cart/internal/price"\n';
    expect(await boundaryErrors(root, files(['web/web.go', text]))).toEqual([
      'go-internal: web/web.go → cart/internal/price',
    ]);
    expect(await boundaryErrors(root, files(['cart/more/more.go', text]))).toEqual([]);
  });
});

describe('runSchemaChecks', () => {
  test('only changed schemas are examined, next to the others of their kind', async () => {
    const root = await scratch({
      'schema/order.graphql': 'type Order { id: ID! }\n',
      'schema/query.graphql': 'type Query { order: Order }\n',
      'openapi.yaml': 'broken: [',
    });
    const brief = await buildProjectBrief(root);
    const ask = (candidate: GeneratedCandidate) => runSchemaChecks({ candidate, brief, repoRoot: root });
    expect(await ask(files(['a.js', 'x;']))).toEqual({ errors: [], checked: [], missing: [] });
    const fits = await ask(files(['schema/more.graphql', 'extend type Query { last: Order }\n']));
    expect(fits).toEqual({
      errors: [],
      checked: [{ kind: 'graphql', files: 3, by: 'graphql 16' }],
      missing: [],
    });
    const removed = await ask({ patch: [{ kind: 'remove', path: 'schema/order.graphql' }] });
    expect(removed.errors).toEqual([
      { kind: 'graphql', path: 'schema/query.graphql', message: 'Unknown type "Order".' },
    ]);
    const worse = await ask(files(['openapi.yaml', 'broken: [']));
    expect(worse.errors).toEqual([]);
  });
});
