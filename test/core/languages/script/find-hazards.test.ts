import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findHazards } from '../../../../src/core/languages/script/hazards/find-hazards.ts';
import { parserFor } from '../../../../src/shell/adapters/analysers/syntax/parser-for.ts';
import { readNodes } from '../../../../src/shell/adapters/analysers/syntax/read-nodes.ts';

const parser = await parserFor('tsx');

const hazardsIn = (text: string) => {
  const nodes = readNodes(parser, text);
  return nodes === null ? [] : findHazards(nodes, text);
};

const CP = "import { exec, execFile, spawn } from 'node:child_process';\n";
const CRYPTO = "import crypto from 'node:crypto';\n";
const FS = "import fs from 'node:fs';\n";

test.each([
  ['eval', 'high', 'eval(input);'],
  ['eval', 'high', 'new Function(body)();'],
  ['eval', 'medium', "eval('1 + 1');"],
  ['implied-eval', 'medium', "setTimeout('run()', 10);"],
  ['shell-command', 'high', `${CP}exec('ls ' + folder);`],
  ['shell-command', 'high', `${CP}exec(\`ls \${folder}\`);`],
  ['shell-command', 'high', `${CP}spawn(command, { shell: true });`],
  ['shell-command', 'high', "const run = require('child_process').exec;\nrun('ls ' + folder);"],
  ['program-from-request', 'high', `${CP}execFile(req.query.program, []);`],
  ['unsafe-deserialisation', 'high', "import s from 'node-serialize';\ns.unserialize(text);"],
  ['sql-from-text', 'high', "db.query('select * from t where id = ' + req.params.id);"],
  ['sql-from-text', 'medium', 'db.query(`delete from t where id = ${id}`);'],
  ['pattern-from-request', 'medium', 'new RegExp(req.body.pattern);'],
  ['path-from-request', 'high', `${FS}fs.readFileSync(req.query.file);`],
  ['redirect-from-request', 'medium', 'res.redirect(req.query.to);'],
  ['address-from-request', 'medium', 'fetch(req.body.url);'],
  ['html-from-text', 'medium', 'element.innerHTML = text;'],
  ['html-from-text', 'medium', 'const a = <p dangerouslySetInnerHTML={{ __html: text }} />;'],
  ['weak-hash', 'medium', `${CRYPTO}crypto.createHash('md5');`],
  ['weak-cipher', 'high', `${CRYPTO}crypto.createCipheriv('des-ecb', key, iv);`],
  ['weak-random', 'medium', 'const token = Math.random();'],
  ['tls-not-checked', 'high', 'const agent = { rejectUnauthorized: false };'],
  ['tls-not-checked', 'high', "process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';"],
  ['unsigned-token', 'high', "verify(token, key, { algorithms: ['none'] });"],
  ['open-permissions', 'medium', `${FS}fs.chmodSync(path, 0o777);`],
] as const)('%s (%s): %s', (rule, level, text) => {
  expect(hazardsIn(text)).toMatchObject([{ rule, level, line: text.split('\n').length }]);
});

test.each([
  `${CP}exec('ls -l');`,
  `${CP}spawn('ls', [folder]);`,
  "db.query('select * from t where id = $1', [id]);",
  "const password = process.env.PASSWORD;\nconst apiKey = 'YOUR_API_KEY';",
  `${CRYPTO}crypto.createHash('sha256');`,
  'const delay = Math.random();',
  "element.innerHTML = '';\nelement.textContent = text;",
  'const agent = { rejectUnauthorized: true };',
  `${FS}fs.chmodSync(path, 0o644);`,
  "pattern.exec('ls ' + folder);",
  'setTimeout(() => run(), 10);',
  "// eval(input)\nconst a = 'eval(input)';",
])('%s is harmless', (text) => {
  expect(hazardsIn(text)).toEqual([]);
});

test('any text gives a result, with lines that it has', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300, unit: 'binary' }), (text) => {
      const lines = text.split(/\r\n|\n|\r/).length;
      return hazardsIn(text).every(({ line }) => line >= 1 && line <= lines + 1);
    }),
    { numRuns: 200 },
  );
});
