'use strict';
// Reporter for mocha 6 to 11: `--reporter …/mocha.cjs`. Writes $HYDRA_REPORT_DIR/tests.jsonl.
const { createHash } = require('node:crypto');
const { explain, openReport } = require('./jsonl-writer.cjs');

const { setPrototypeOf } = Object;

// Mocha has read its flags by now: tests that read process.argv must not see the one that names this file.
const given = process.argv.indexOf(__filename);
if (given > 1) process.argv.splice(given - 1, 2);

const pathOf = (test) => {
  const names = typeof test.titlePath === 'function' ? test.titlePath() : [test.title];
  // No prototype: a patched Array.prototype.toJSON is not called.
  const path = setPrototypeOf([], null);
  for (let at = 0; at < names.length; at += 1) path[at] = `${names[at]}`;
  return path;
};

const fileOf = (test) => {
  for (let at = test; at; at = at.parent) if (typeof at.file === 'string') return at.file;
  return '';
};

// In another order than usual if one is asked for: each suite's own tests, and each suite's suites.
const reorder = (suite, order) => {
  const keyOf = (each) => createHash('sha256').update(`${order} ${each.fullTitle()}`).digest('hex');
  const byKey = (list) => {
    const keys = new Map(list.map((each) => [each, keyOf(each)]));
    list.sort((one, other) => (keys.get(one) < keys.get(other) ? -1 : 1));
  };
  byKey(suite.tests);
  byKey(suite.suites);
  for (const each of suite.suites) reorder(each, order);
};

// Records what a runner does.
const attach = (runner) => {
  if (process.env.HYDRA_ORDER && runner.suite) reorder(runner.suite, process.env.HYDRA_ORDER);
  const write = openReport('mocha');
  // A hook has one event of its own when it fails, and none when it passes.
  const record = (type) => (test) =>
    write(type, { path: pathOf(test), file: fileOf(test), hook: test.type === 'hook' });
  const failed = record('fail');
  runner.on('pass', record('pass'));
  runner.on('pending', record('skip'));
  runner.on('fail', (test, error) => {
    failed(test);
    explain(test.title, error);
  });
  runner.on('end', () => write('end'));
};

module.exports = function HydraMocha(runner) {
  attach(runner);
};
module.exports.attach = attach;
