import type {
  CallNames,
  HarnessNames,
  ProcessExits,
  ProgramReading,
  RunnerDetection,
} from '../parts/program-reading.ts';
import { readActions } from '../../syntax/calls.ts';

const calls: CallNames = {
  decodes:
    /^(?:atob|Buffer\.from|Buffer|zlib\.\w+|String\.fromCharCode|String\.fromCodePoint|decodeURIComponent|unescape)$/,
  spells: /fromCharCode|fromCodePoint/,
  startsPrograms: /^child_process\.(?:exec|execSync|execFile|execFileSync|spawn|spawnSync|fork)$/,
  opensNetwork:
    /^(?:net\.(?:connect|createConnection|createServer|Socket)|dgram\.createSocket|https?\.(?:request|get)|http2\.connect|tls\.connect|fetch|XMLHttpRequest|WebSocket|ws|navigator\.sendBeacon|axios\.(?:get|post|request))$/,
  takesPath:
    /^(?:(?:fs|fs\/promises)\.(?:promises\.)?(?:readFile|readdir|createReadStream|exists|stat|rm|rmdir|unlink|writeFile|appendFile|copyFile|rename|cp|truncate|chmod|createWriteStream)(?:Sync)?|path\.(?:join|resolve)|require|import|URL|url\.URL)$/,
  takesFolder: /join|resolve|readdir/,
  setsMember:
    /^(?:Object\.(?:definePropert(?:y|ies)|assign|setPrototypeOf)|Reflect\.(?:set|defineProperty))$/,
  readsStack: /^(?:Error\.captureStackTrace|process\._getActiveHandles|util\.getCallSites?)$/,
};

const exits: ProcessExits = {
  forced: /^process\.(?:reallyExit|abort|binding)$/,
  kills: /^process\.kill$/,
  ownProcess: /\bprocess\.p?pid|kill\w*\(\s*(?:-1|0)\b/,
  plain: /^process\.exit$/,
  registers: /^process\.(?:on|once|prependListener|addListener)$/,
  events: new Set(['"exit"', '"beforeExit"', '"uncaughtException"', '"unhandledRejection"']),
  decides: /\bexitCode\b|\b_?exit\s*\(|reallyExit|\bkill\s*\(/,
  replaced: /^process\.(?:exitCode|exit|reallyExit|_exiting)$/,
  code: 'process.exitCode',
  startedItself: /require\.main\s*===?\s*module|import\.meta\.(?:main|url\s*===)/,
};

const detection: RunnerDetection = {
  modules: ['jest', 'mocha', 'vitest', 'jasmine', 'tap', 'tape', 'node:test'],
  // `test` is an ordinary module; the runner is `node:test`.
  imports: /^(?:node:test|mocha|jest|@jest\/.+|vitest(?:\/.+)?|jasmine|ava|tap|tape|chai)$/,
  globals:
    /\btypeof\s+(?:describe|jest|vi|beforeEach|afterEach|mocha|jasmine|vitest|__karma__)\b|\b(?:globalThis|global|window)\s*\.\s*(?:describe|jest|mocha|jasmine|beforeEach|__karma__|__vitest_worker__|__coverage__|it)\b(?!\s*=[^=])|\bimport\.meta\.vitest\b/g,
  stack:
    /\bnew\s+Error\s*\([^)]{0,40}\)\s*\)?\s*\.\s*stack\b|\.\s*prepareStackTrace\b|\.\s*stack\s*(?:\?\.|\.)\s*(?:includes|match|indexOf|split|search)\b|\.\s*test\s*\(\s*[\w.()]{0,60}\.\s*stack\b/g,
  programArguments: /\bprocess\.(?:argv|execArgv)/g,
  programName: /\bprocess\.(?:argv\s*(?:\.at\(\s*1\s*\)|\[\s*1\s*\])|title\b)/g,
  mainModule: /\b(?:process\.mainModule|require\.main\b(?!\s*[!=]==?\s*module))/g,
  loadedModules: /\brequire\.cache\b/g,
  testFile: /\.(?:test|spec)\.[cm]?[jt]sx?$/,
  variableMember: /\bprocess\.env\.(\w+)/g,
};

const GLOBALS = 'describe|it|test|expect|beforeEach|afterEach|before|after|suite';

const harness: HarnessNames = {
  targets:
    /^(?:(?:assert|assert\/strict|chai|chai\.assert|expect|should|sinon)(?:\.\w+)+|(?:describe|it|test|expect|beforeEach|afterEach|before|after|suite)|(?:vm|module)\.(?:_\w+|Module|wrap|createRequire|Script|runIn\w+)|Module\.(?:_\w+|prototype\.\w+|\w+)|module\.constructor\.\w+|module\.(?:_\w+|wrap)|require\.(?:extensions|cache)(?:\..+)?|(?:Object|Array|String|Number|Function|Promise|RegExp|Map|Set|Error|Boolean|Symbol)\.prototype\.\w+|(?:Object|Array|Number|String)\.(?!length$)\w+|JSON\.(?:stringify|parse)|process\.(?:stdout|stderr)\.(?:write|_write)|process\.(?:emit|hrtime|emitWarning)|Date\.now|performance\.now|Math\.(?!random$)\w+|console\.\w+|Reflect\.\w+|Promise\.\w+|Symbol\.\w+)$/,
  globals: { names: new RegExp(`^(?:${GLOBALS})$`), holder: /^\s*(?:globalThis|global|window|self)\b/ },
  assertions: /^(?:assert|chai|chai\.assert|expect)(?:\.strict)?$/,
  modules: /["'`](?:node:)?(?:assert|assert\/strict|chai|@jest\/globals|vitest)["'`]/,
  compares: /^(?:equals|asymmetricMatch|\[Symbol\.hasInstance\])$/,
  stubbed: /^(?:console|Date|performance|Math|process|Promise|JSON|Object|Array|String|Number)\b/,
};

const LOADERS = /^(?:module\.register(?:Hooks)?|module\.syncBuiltinESMExports|Module\.register)$/;
const MATCHERS =
  /\b(?:toBe|toEqual|toStrictEqual|toMatch|toThrow|toContain|toHaveLength|toBeTruthy|toBeNull|toMatchObject|toBeDefined)\b/;
const RUNS_TEXT =
  /^(?:eval|Function|(?:vm|module)\.(?:runIn(?:This|New)?Context|Script|compileFunction|_compile))$/;

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
  calls,
  exits,
  detection,
  harness,
  reachesHarness({ name, node }, { syntax }) {
    if (LOADERS.test(name))
      return { rule: 'loader-hooked', sentence: `${name} changes how modules are loaded.` };
    return name === 'expect.extend' && MATCHERS.test(syntax.text(node).slice(0, 2_000))
      ? { rule: 'matcher-replaced', sentence: 'A matcher that tests use is replaced.' }
      : null;
  },
  runsText: ({ name, node, args }, { syntax }) =>
    RUNS_TEXT.test(name) &&
    !(name === 'Function' && syntax.kind(node) !== 'new_expression' && args.length === 0),
};
