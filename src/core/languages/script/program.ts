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

const SHELLS =
  /^child_process\.(?:exec|execSync|execFile|execFileSync|spawn|spawnSync|fork)$|^(?:execa|shelljs\.exec|Bun\.spawn)$/;

export const scriptProgram: ProgramReading = {
  capabilities: {
    environment: /^process\.env(?:\.\w+)?$|^(?:Deno\.env|Bun\.env)\b|^import\.meta\.env\b/,
    network:
      /^(?:net|tls|dgram|https?|http2|dns|dns\/promises|undici)\.\w+|^(?:fetch|XMLHttpRequest|WebSocket|EventSource|ws|got|node-fetch|superagent)$|^(?:axios|ky|got)\b|^navigator\.sendBeacon$/,
    processes: /^(?:child_process|worker_threads|cluster)\.\w+|^process\.kill$|^(?:execa|shelljs)\b/,
    files: /^(?:fs|fs\/promises|fs-extra)\.\w+|^Deno\.(?:read|write|open|remove)\w*$/,
    evaluation: /^(?:eval|Function|vm\.\w+|vm\.Script|module\._compile)$/,
    native:
      /^process\.(?:dlopen|binding|_linkedBinding)$|^(?:ffi-napi|koffi|node-ffi|bindings|node-gyp-build)\b|^WebAssembly\.\w+/,
  },
  payload: {
    environment: /^process\.env$/,
    givesAway:
      /^(?:JSON\.stringify|String|util\.inspect|qs\.stringify|querystring\.stringify|fetch|URLSearchParams|Buffer\.from)$|^(?:axios|got|fs|fs\/promises)\.\w+$|\.(?:write|end|send|writeFile|writeFileSync|appendFile|appendFileSync)$/,
    kills: /^process\.kill$/,
    foreignProcess: /\bppid\b/,
    writes:
      /^(?:fs|fs\/promises|fs\.promises|fs-extra)\.(?:writeFile|appendFile|createWriteStream|mkdir|mkdtemp|rm|rmdir|unlink|rename|truncate|symlink|link|cp|copyFile|outputFile|remove|chmod|chown|utimes)(?:Sync)?$/,
    opens: /^(?:fs|fs\/promises|fs\.promises)\.open(?:Sync)?$/,
    joins: /^path\.(?:posix\.|win32\.)?(?:join|resolve|normalize)$/,
    ownFolder: /^__dirname$|^import\.meta\.(?:dirname|url)$|fileURLToPath|new URL/,
    shells: SHELLS,
  },
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
