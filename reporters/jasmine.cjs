'use strict';
// Reporter for jasmine 3.1 to 5: `--reporter=…/jasmine.cjs`. Writes $HYDRA_REPORT_DIR/tests.jsonl.
const { explain, openReport } = require('./jsonl-writer.cjs');

const { setPrototypeOf } = Object;

// Jasmine has read its flags by now: tests that read process.argv must not see the one that names this file.
const given = process.argv.indexOf(`--reporter=${__filename}`);
if (given > 0) process.argv.splice(given, 1);

const TYPES = setPrototypeOf({ passed: 'pass', failed: 'fail', pending: 'skip', excluded: 'skip' }, null);

// The names of the suites as one, which every version gives, and the name of the spec.
const pathOf = ({ description, fullName }) => {
  const inner = ` ${description}`;
  // No prototype: a patched Array.prototype.toJSON is not called.
  const path = setPrototypeOf([], null);
  path[0] = `${fullName}`;
  if (!path[0].endsWith(inner)) return path;
  path[0] = path[0].slice(0, -inner.length);
  path[1] = `${description}`;
  return path;
};

module.exports = class HydraJasmine {
  jasmineStarted() {
    this.write = openReport('jasmine');
  }

  specDone(result) {
    this.record(result, TYPES[result.status] ?? 'fail', false);
  }

  // Of a suite, only failures of its hooks after the specs are news.
  suiteDone(result) {
    if (result.failedExpectations?.length > 0) this.record(result, 'fail', true);
  }

  jasmineDone(result) {
    if (result?.failedExpectations?.length > 0)
      this.record(
        { description: '', fullName: 'outside of specs', failedExpectations: result.failedExpectations },
        'fail',
        true,
      );
    this.write('end');
  }

  record(result, type, hook) {
    this.write(type, { path: pathOf(result), file: '', hook });
    const [failure] = result.failedExpectations ?? [];
    if (type === 'fail') explain(result.fullName, { stack: `${failure?.message}\n${failure?.stack}` });
  }
};
