'use strict';
// `node --require …/mocha-inside.cjs`: results of mocha in any program that runs it, for commands that do not say
// how. The reporter that was chosen stays. Not for mocha 12, which is an ES module: those cannot be changed from here.
const Module = require('node:module');
const { attach } = require('./mocha.cjs');

const RUNNER = /[\\/]mocha(?:-\d+)?[\\/]lib[\\/]runner\.(?:js|cjs)$/;
const { load } = Module.prototype;

Module.prototype.load = function (filename) {
  load.call(this, filename);
  if (!RUNNER.test(filename)) return;
  const prototype = this.exports?.prototype ?? this.exports?.Runner?.prototype;
  const run = prototype?.run;
  if (typeof run !== 'function') return;
  prototype.run = function (...given) {
    attach(this);
    return run.apply(this, given);
  };
};
