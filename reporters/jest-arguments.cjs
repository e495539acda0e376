'use strict';
// Reporter for jest: it reports nothing. Jest has read its flags when it makes its reporters, and tests that run in the
// same process must see the arguments that they see in a worker: none.
module.exports = class HydraArguments {
  constructor() {
    process.argv.length = Math.min(process.argv.length, 2);
  }
};
