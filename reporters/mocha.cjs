'use strict';
// Reporter for mocha 6 to 11: `--reporter …/mocha.cjs`. Writes $HYDRA_REPORT_DIR/tests.jsonl.
const { explain, openReport } = require('./jsonl-writer.cjs');

const { setPrototypeOf } = Object;

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

module.exports = function HydraMocha(runner) {
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
