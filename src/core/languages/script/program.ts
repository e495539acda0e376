import type { ProgramReading } from '../parts/program-reading.ts';
import { readActions } from '../../syntax/calls.ts';

const HARNESS_TARGETS =
  /^(?:(?:assert|assert\/strict|chai|chai\.assert|expect|should|sinon)(?:\.\w+)+|(?:describe|it|test|expect|beforeEach|afterEach|before|after|suite)|(?:vm|module)\.(?:_\w+|Module|wrap|createRequire|Script|runIn\w+)|Module\.(?:_\w+|prototype\.\w+|\w+)|module\.constructor\.\w+|module\.(?:_\w+|wrap)|require\.(?:extensions|cache)(?:\..+)?|(?:Object|Array|String|Number|Function|Promise|RegExp|Map|Set|Error|Boolean|Symbol)\.prototype\.\w+|(?:Object)\.(?:is|keys|entries|getPrototypeOf|prototype)|JSON\.(?:stringify|parse)|process\.(?:stdout|stderr)\.(?:write|_write)|process\.(?:emit|hrtime|emitWarning)|Date\.now|performance\.now|Math\.(?!random$)\w+|console\.\w+|Reflect\.\w+|Promise\.\w+|Symbol\.\w+)$/;
const LOADERS = /^(?:module\.register(?:Hooks)?|module\.syncBuiltinESMExports|Module\.register)$/;
const MATCHERS =
  /\b(?:toBe|toEqual|toStrictEqual|toMatch|toThrow|toContain|toHaveLength|toBeTruthy|toBeNull|toMatchObject|toBeDefined)\b/;
/** `exec` of a pattern or a database is not code: only Python's bare names are. */
const NOT_CODE =
  /^(?:(?:builtins\.|__builtins__\.)?(?:exec|compile)|builtins\.eval|execfile|runpy\..*|code\.interact|types\.FunctionType|marshal\.loads)$/;

export const scriptProgram: ProgramReading = {
  read: readActions,
  harnessTargets: HARNESS_TARGETS,
  reachesHarness({ name, node }, { syntax }) {
    if (LOADERS.test(name))
      return { rule: 'loader-hooked', sentence: `${name} changes how modules are loaded.` };
    return name === 'expect.extend' && MATCHERS.test(syntax.text(node).slice(0, 2_000))
      ? { rule: 'matcher-replaced', sentence: 'A matcher that tests use is replaced.' }
      : null;
  },
  runsNoText: NOT_CODE,
};
