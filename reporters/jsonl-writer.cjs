'use strict';
// Shared by the reporters that run inside a JavaScript test runner. Test code may share this process:
// everything needed later is captured here, before any of it has been loaded.
const { openSync, writeSync } = require('node:fs');
const { join } = require('node:path');
const { stringify } = JSON;
const { create, assign } = Object;
const { env, pid } = process;
const startedAt = process.hrtime.bigint().toString(36);

let reports = 0;

/** Returns a function that appends one record at once, so that a crash or an exit loses nothing. */
exports.openReport = (tool) => {
  if (!env.HYDRA_REPORT_DIR) throw new Error('HYDRA_REPORT_DIR is not set');
  // A process may run its tests in several parts.
  reports += 1;
  const run = `${pid}-${startedAt}-${reports}`;
  // Appended: one command may start the runner several times, and each run has its own begin and end.
  const file = openSync(join(env.HYDRA_REPORT_DIR, 'tests.jsonl'), 'a');
  let seq = 0;
  const write = (type, fields) => {
    // No prototype: a patched Object.prototype.toJSON is not called.
    const record = assign(create(null), { run, seq, type }, fields);
    seq += 1;
    try {
      writeSync(file, `${stringify(record)}\n`);
    } catch {
      // The gap in `seq` tells the reader that a record is missing.
    }
  };
  write('begin', { format: 1, tool });
  return write;
};

/** For people who read the log; the console is never a result. */
exports.explain = (name, error) => {
  try {
    const cause = error?.cause ?? error;
    writeSync(2, `not ok - ${name}\n${cause?.stack ?? cause?.message ?? cause ?? ''}\n`);
  } catch {
    // An error that cannot be printed, or a closed console, changes nothing.
  }
};
