import * as fc from 'fast-check';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { SchemaKind } from '../../../../src/core/analyse/brief/find-schemas.ts';
import { CHECKERS } from '../../../../src/shell/adapters/schemas/checker-list.ts';
import { createSchemaChecks } from '../../../../src/shell/adapters/schemas/check-schemas.ts';
import { outOfOrder } from '../../../../src/shell/adapters/schemas/migration-checker.ts';
import { has, unless } from '../../../support/needs.ts';

const schemas = createSchemaChecks();
afterAll(() => schemas.close());

const check = (kind: SchemaKind, files: Readonly<Record<string, string>>): readonly string[] =>
  (CHECKERS.get(kind)?.check(new Map(Object.entries(files))) ?? []).map(
    ({ path, message }) => `${path}: ${message}`,
  );

const OPENAPI = `openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /orders:
    get:
      responses: { '200': { $ref: '#/components/responses/Ok' } }
components:
  responses: { Ok: { description: fine } }
`;

const PRISMA = `// a shop
datasource db {
  provider = "postgresql" // "quoted // slashes"
}

enum State {
  OPEN
  DONE @map("done")
}

model User {
  id     Int     @id @default(autoincrement())
  email  String  @unique @db.VarChar(200)
  link   String? @default("http://a.b//c")
  orders Order[]
}

model Order {
  id     Int    @id
  state  State  @default(OPEN)
  userId Int
  user   User   @relation(fields: [userId], references: [id])

  @@index([userId, state(sort: Desc)])
  @@unique([
    id,
    userId
  ], map: "pair")
}
`;

test.each<[SchemaKind, Record<string, string>, RegExp | null]>([
  ['prisma', { 'schema.prisma': PRISMA }, null],
  [
    'prisma',
    {
      'a/user.prisma': PRISMA.split('model Order')[0] ?? '',
      'a/order.prisma': `model Order${PRISMA.split('model Order')[1]}`,
    },
    null,
  ],
  [
    'prisma',
    { 'schema.prisma': PRISMA.replace('  userId Int\n', '') },
    /^schema\.prisma: field userId is missing in Order/m,
  ],
  [
    'prisma',
    { 'schema.prisma': PRISMA.replace('orders Order[]', 'orders Ordr[]') },
    /type Ordr of User\.orders is not known/,
  ],
  [
    'prisma',
    { 'schema.prisma': PRISMA.replace('  orders Order[]\n', '') },
    /relation Order\.user has no opposite field in User/,
  ],
  ['prisma', { 'schema.prisma': `${PRISMA}model Lone {\n  a Int\n}\n` }, /model Lone has nothing unique/],
  ['prisma', { 'schema.prisma': PRISMA.replace('  DONE', '  3') }, /means nothing in enum State/],
  ['prisma', { 'schema.prisma': PRISMA.replace('model User {', 'model User') }, /is not in a block/],
  ['prisma', { 'schema.prisma': PRISMA.replace('provider =', 'provider') }, /means nothing in datasource db/],
  ['prisma', { 'schema.prisma': `${PRISMA}model User {\n  id Int @id\n}\n` }, /model User is there already/],
  ['prisma', { 'schema.prisma': PRISMA.slice(0, -3) }, /never closed/],
  [
    'prisma',
    { 'schema.prisma': PRISMA.replace('userId Int', 'userId Int\n  userId Int') },
    /userId occurs twice/,
  ],
  ['graphql', { 'a.graphql': 'type Query { order: Order }', 'b.graphql': 'type Order { id: ID! }' }, null],
  ['graphql', { 'a.graphql': 'type Query { order: ' }, /^a\.graphql: Syntax Error/],
  ['graphql', { 'a.graphql': 'type Query { order: Order }' }, /^a\.graphql: Unknown type "Order"/],
  [
    'graphql',
    { 'a.graphql': 'type A { a: Int }', 'b.graphql': 'type A { b: Int }' },
    /There can be only one type named "A"/,
  ],
  ['graphql', { 'query.graphql': '{ order { id } }' }, null],
  ['openapi', { 'openapi.yaml': OPENAPI }, null],
  ['openapi', { 'openapi.yaml': OPENAPI.replace('responses/Ok', 'responses/Gone') }, /leads nowhere/],
  ['openapi', { 'openapi.yaml': OPENAPI.replace('version', 'vers') }, /info\.version is missing/],
  ['openapi', { 'openapi.json': '{ "openapi": ' }, /JSON/],
  ['openapi', { 'openapi.yaml': `${OPENAPI}\t- broken: [` }, /line 9/],
  [
    'asyncapi',
    { 'asyncapi.yaml': 'asyncapi: 2.6.0\ninfo: { title: a, version: "1" }\nchannels: {}\n' },
    null,
  ],
  [
    'asyncapi',
    { 'asyncapi.yaml': 'asyncapi: 2.6.0\ninfo: { title: a, version: "1" }\n' },
    /channels is missing/,
  ],
  [
    'json-schema',
    { 'a.schema.json': '{ "type": "object", "properties": { "a": { "type": ["string", "null"] } } }' },
    null,
  ],
  [
    'json-schema',
    { 'a.schema.json': '{ "properties": { "a": { "type": "strin" } } }' },
    /#\/properties\/a\/type: "strin" is not a type/,
  ],
  ['json-schema', { 'a.schema.json': '{ "$ref": "#/$defs/a" }' }, /leads nowhere/],
  ['compose', { 'compose.yaml': 'services:\n  web:\n    image: a\n' }, null],
  ['compose', { 'compose.yaml': 'services:\n  - web\n' }, /services is not a mapping/],
  ['kubernetes', { 'k8s/a.yaml': 'apiVersion: v1\nkind: Pod\n---\napiVersion: v1\nkind: Pod\n' }, null],
  ['kubernetes', { 'k8s/a.yaml': 'apiVersion: v1\n---\nkind: Pod\n' }, /kind is missing/],
  ['kubernetes', { 'k8s/a.yaml': 'name: {{ .Values.name }}\n' }, null],
  [
    'sql-migration',
    { 'migrations/1_a.sql': "create table a (b text default 'x;(' -- )\n); select $$ ( $$;" },
    null,
  ],
  ['sql-migration', { 'migrations/1_a.sql': 'create table a (b text;' }, /within brackets/],
  ['sql-migration', { 'migrations/1_a.sql': "select 'a" }, /quote or comment on line 1 is never closed/],
  [
    'sql-migration',
    { 'migrations/1_a.sql': '', 'migrations/1_b.sql': '' },
    /version 1 is also that of migrations\/1_a\.sql/,
  ],
  ['sql-migration', { 'migrations/1_a.up.sql': '', 'migrations/1_a.down.sql': '' }, null],
  ['sql-migration', { 'migrations/1_a/migration.sql': '', 'migrations/2_b/migration.sql': '' }, null],
])('%s %j', (kind, files, expected) => {
  const found = check(kind, files);
  if (expected === null) expect(found).toEqual([]);
  else expect(found.join('\n')).toMatch(expected);
});

test('a migration that comes too early is out of order', () => {
  const old = ['migrations/V2__a.sql', 'migrations/V10__b.sql'];
  expect(outOfOrder(old, [...old, 'migrations/V11__c.sql'])).toEqual([]);
  expect(outOfOrder(old, [...old, 'migrations/V9__c.sql'])).toEqual([
    { path: 'migrations/V9__c.sql', message: 'version 9 comes before 10 of migrations/V10__b.sql' },
  ]);
});

describe('hostile documents', () => {
  test('any text gives a result', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CHECKERS.keys()), fc.string({ maxLength: 200 }), (kind, text) => {
        const found = CHECKERS.get(kind)?.check(new Map([['migrations/1_a.yaml', text]]));
        return found !== undefined;
      }),
      { numRuns: 300 },
    );
  });

  const BOMB = `${['a: &a [x,x,x,x,x,x,x,x,x]', ...'bcdefghi'.split('').map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[at]}`).join()}]`)].join('\n')}\n`;

  test.each<[string, SchemaKind, string]>([
    ['a bomb of aliases', 'compose', BOMB],
    ['a deep document', 'openapi', '['.repeat(50_000)],
    ['deep types', 'graphql', `type A { a: ${'['.repeat(20_000)}Int }`],
    ['keys of the prototype', 'json-schema', '{ "__proto__": { "type": "x" }, "$ref": "#/constructor" }'],
  ])('%s is an error, not a crash', async (_, kind, text) => {
    const path = kind === 'json-schema' ? 'a.schema.json' : 'a.yaml';
    const { errors, missing } = await schemas.check([
      { kind, before: new Map(), after: new Map([[path, text]]) },
    ]);
    expect(errors.length + missing.length).toBeGreaterThan(0);
  });
});

test('findings that the base already has are not counted, wherever they moved', async () => {
  const before = new Map([['a.graphql', 'type Query { a: Gone }\n']]);
  const after = new Map([['a.graphql', '# more\n\ntype Query { a: Gone, b: Xyzzyplugh }\n']]);
  const { errors, checked } = await schemas.check([{ kind: 'graphql', before, after }]);
  expect(errors.map(({ message }) => message)).toEqual(['Unknown type "Xyzzyplugh".']);
  expect(checked).toEqual([{ kind: 'graphql', files: 1, by: 'graphql 16' }]);
});

test.skipIf(!has.protobuf)(`protobuf by buf or protoc${unless('protobuf')}`, async () => {
  const before = new Map([['a.proto', 'syntax = "proto3";\nmessage A { int32 id = 1; }\n']]);
  const after = new Map([
    ...before,
    ['b.proto', 'syntax = "proto3";\nimport "a.proto";\nmessage B { C c = 1; }\n'],
  ]);
  const { errors, checked } = await schemas.check([{ kind: 'protobuf', before, after }]);
  expect(checked[0]?.by).toMatch(/^(?:buf|protoc)$/);
  expect(errors.map(({ path }) => path)).toEqual(['b.proto']);
});

test('without buf and protoc protobuf is missing', async () => {
  vi.stubEnv('PATH', '/nonexistent');
  onTestFinished(() => void vi.unstubAllEnvs());
  const before = new Map([['a.proto', 'syntax = "proto3";\n']]);
  const after = new Map([['a.proto', 'syntax = "proto3";\nmessage A { int32 id = 1; }\n']]);
  const { missing } = await schemas.check([{ kind: 'protobuf', before, after }]);
  expect(missing[0]?.reason).toBe('neither buf nor protoc is on the PATH');
});
