'use strict';
// Records calls of marked functions while tests run (as a preload), and plays calls back (`node hydra-probe.cjs play INPUTS`).
// Both write to $HYDRA_REPORT_DIR/probe.jsonl, one record per line. Node 18 or later, no dependencies.
const fs = require('node:fs');
const path = require('node:path');
const { createHash } = require('node:crypto');
const { spawn } = require('node:child_process');
const Module = require('node:module');

// Project code shares this process: what is needed later is captured before any of it is loaded.
const { appendFileSync } = fs;
const { stringify, parse } = JSON;
const now = () => Number(process.hrtime.bigint() / 1000000n);
const ROOT = process.env.HYDRA_PROBE_ROOT || process.cwd();
const FOLDER = process.env.HYDRA_REPORT_DIR;
const MOST_DEPTH = 6;
const MOST_ITEMS = 200;
const MOST_TEXT = 4000;
const MOST_LINE = 60000;
const MOST_PER_FUNCTION = 40;
const MOST_HITS = 3000;
let msPerCall = 1500;
const MOST_SLOW = 3;

class NotSerialisable extends Error {}

const write = (record) => {
  const text = stringify(record);
  if (text.length <= MOST_LINE) appendFileSync(path.join(FOLDER, 'probe.jsonl'), `${text}\n`);
};

const kindOf = (value) => Object.prototype.toString.call(value).slice(8, -1);

/** Data as JSON with tags; `lenient`: values that cannot be rebuilt are described instead of refused. */
const pack = (value, depth, lenient, above = []) => {
  if (value === null || typeof value === 'boolean') return value;
  if (value === undefined) return { $: 'undefined' };
  if (typeof value === 'string') {
    if (value.length > MOST_TEXT && !lenient) throw new NotSerialisable('a long text');
    return value;
  }
  if (typeof value === 'number')
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : { $: 'float', v: Object.is(value, -0) ? '-0' : String(value) };
  if (typeof value === 'bigint') return { $: 'int', v: String(value) };
  if (typeof value === 'symbol' || typeof value === 'function') {
    if (!lenient) throw new NotSerialisable(typeof value);
    return { $: typeof value, v: String(value.name ?? value.description ?? '') };
  }
  if (above.includes(value) || depth <= 0) {
    if (!lenient) throw new NotSerialisable('too deep');
    return { $: 'deep' };
  }
  return packObject(value, lenient, (one) => pack(one, depth - 1, lenient, [...above, value]));
};

const packObject = (value, lenient, inner) => {
  const kind = kindOf(value);
  if (Array.isArray(value)) {
    if (value.length > MOST_ITEMS && !lenient) throw new NotSerialisable('a long list');
    return Array.from(value.slice(0, MOST_ITEMS), inner);
  }
  if (kind === 'Date') return { $: 'date', v: value.getTime() };
  if (kind === 'RegExp') return { $: 'regex', v: [value.source, value.flags] };
  if (kind === 'Map')
    return { $: 'map', v: [...value].slice(0, MOST_ITEMS).map(([k, v]) => [inner(k), inner(v)]) };
  if (kind === 'Set') return { $: 'set', v: [...value].slice(0, MOST_ITEMS).map(inner) };
  if (ArrayBuffer.isView(value) && !(kind === 'DataView')) {
    if (value.byteLength > MOST_TEXT && !lenient) throw new NotSerialisable('long bytes');
    const bytes = Buffer.from(value.buffer, value.byteOffset, Math.min(value.byteLength, MOST_TEXT));
    return { $: 'bytes', type: kind, v: bytes.toString('base64') };
  }
  if (kind === 'Error' && lenient)
    return { $: 'error', type: String(value.name), v: String(value.message).slice(0, 300) };
  if (kind === 'Promise' || kind === 'WeakMap' || kind === 'WeakSet') {
    if (!lenient) throw new NotSerialisable(kind);
    return { $: 'shown', v: kind };
  }
  const proto = Object.getPrototypeOf(value);
  const name = proto === null ? null : proto.constructor && proto.constructor.name;
  const members = {};
  for (const key of Object.keys(value).slice(0, MOST_ITEMS))
    members[key === '$' ? '\\$' : key] = inner(value[key]);
  const isPlain = proto === null || name === 'Object';
  return isPlain ? members : { $: 'object', type: String(name), v: members };
};

/** `classes`: finds a class of the project by its name. */
const unpack = (value, classes) => {
  if (Array.isArray(value)) return value.map((one) => unpack(one, classes));
  if (value === null || typeof value !== 'object') return value;
  const inner = (one) => unpack(one, classes);
  const { $, v } = value;
  const members = (from, into) => {
    for (const [key, one] of Object.entries(from))
      Object.defineProperty(into, key === '\\$' ? '$' : key, {
        value: inner(one),
        writable: true,
        enumerable: true,
        configurable: true,
      });
    return into;
  };
  switch ($) {
    case undefined:
      return members(value, {});
    case 'undefined':
      return undefined;
    case 'float':
      return Number(v);
    case 'int':
      return BigInt(v);
    case 'date':
      return new Date(v);
    case 'regex':
      return new RegExp(v[0], v[1]);
    case 'map':
      return new Map(v.map(([key, one]) => [inner(key), inner(one)]));
    case 'set':
      return new Set(v.map(inner));
    case 'bytes': {
      const bytes = Buffer.from(v, 'base64');
      return value.type === 'Uint8Array' ? bytes : new globalThis[value.type](new Uint8Array(bytes).buffer);
    }
    case 'object': {
      const found = classes(value.type);
      if (typeof found !== 'function') throw new NotSerialisable(`no class ${value.type}`);
      return members(v, Object.create(found.prototype));
    }
    default:
      throw new NotSerialisable(String($));
  }
};

// ---- recording

const record = () => {
  const counts = new Map();
  const known = new Set();
  let started = false;
  let busy = false;
  const seen = (mark, self, given) => {
    if (busy) return;
    const count = counts.get(mark) ?? { hits: 0, kept: 0 };
    counts.set(mark, count);
    count.hits += 1;
    if (count.kept >= MOST_PER_FUNCTION || count.hits > MOST_HITS || (count.hits > 60 && count.hits % 17))
      return;
    busy = true;
    try {
      const isInstance =
        self !== null &&
        typeof self === 'object' &&
        !['Object', undefined].includes(Object.getPrototypeOf(self)?.constructor?.name);
      const call = {
        f: mark,
        m: '',
        n: '',
        a: Array.from(given, (one) => pack(one, MOST_DEPTH, false)),
        k: {},
      };
      if (isInstance) call.t = pack(self, MOST_DEPTH, false);
      const key = stringify(call);
      if (known.has(key)) return;
      known.add(key);
      count.kept += 1;
      if (!started) write({ header: { program: process.execPath, path: [] } });
      started = true;
      write(call);
    } catch {
      // A call that cannot be serialised is not recorded.
    } finally {
      busy = false;
    }
  };
  Object.defineProperty(process, 'hydraProbe', { value: seen, enumerable: true, configurable: true });
};

// ---- playing

const digest = (value) => createHash('sha256').update(stringify(value)).digest('hex').slice(0, 16);
const clean = (text) => String(text).split(ROOT).join('.');

/** As JavaScript would print it, shortened. */
const textOf = (shown) => {
  if (Array.isArray(shown)) return `[${shown.slice(0, 20).map(textOf).join(', ')}]`;
  if (shown === null || typeof shown !== 'object')
    return typeof shown === 'string' ? stringify(shown) : String(shown);
  const { $, v } = shown;
  const members = (from) =>
    Object.entries(from)
      .slice(0, 20)
      .map(([key, one]) => `${/^[A-Za-z_]\w*$/.test(key) ? key : stringify(key)}: ${textOf(one)}`)
      .join(', ');
  switch ($) {
    case undefined:
      return `{${members(shown)}}`;
    case 'undefined':
      return 'undefined';
    case 'float':
      return v;
    case 'int':
      return `${v}n`;
    case 'date':
      return `Date(${v})`;
    case 'regex':
      return `/${v[0]}/${v[1]}`;
    case 'object':
      return `${shown.type} {${members(v)}}`;
    case 'map':
      return `Map {${v
        .slice(0, 20)
        .map(([key, one]) => `${textOf(key)} => ${textOf(one)}`)
        .join(', ')}}`;
    case 'set':
      return `Set {${v.slice(0, 20).map(textOf).join(', ')}}`;
    default:
      return `<${$}${v === undefined ? '' : ` ${String(v).slice(0, 100)}`}>`;
  }
};

const TRANSPILERS = [
  [
    'esbuild',
    (tool, code, file) =>
      tool.transformSync(code, {
        loader: file.endsWith('x') ? 'tsx' : 'ts',
        format: 'cjs',
        target: 'es2020',
        jsx: 'automatic',
      }).code,
  ],
  [
    'typescript',
    (tool, code, file) =>
      tool.transpileModule(code, {
        fileName: file,
        compilerOptions: {
          module: tool.ModuleKind.CommonJS,
          target: tool.ScriptTarget.ES2020,
          esModuleInterop: true,
          jsx: tool.JsxEmit.React,
          experimentalDecorators: true,
        },
      }).outputText,
  ],
  [
    '@swc/core',
    (tool, code, file) =>
      tool.transformSync(code, {
        filename: file,
        module: { type: 'commonjs' },
        jsc: { parser: { syntax: 'typescript', tsx: file.endsWith('x') } },
      }).code,
  ],
  ['@babel/core', (tool, code, file) => tool.transformSync(code, { filename: file }).code],
];

const projectTool = (name) => {
  try {
    return Module.createRequire(path.join(ROOT, 'package.json'))(name);
  } catch {
    return null;
  }
};

/** TypeScript runs as CommonJS, by the project's own compiler. */
const readTypeScript = () => {
  const found = TRANSPILERS.map(([name, run]) => [projectTool(name), run]).find(([tool]) => tool !== null);
  if (found === undefined) return;
  const [tool, run] = found;
  const load = (module, file) => module._compile(run(tool, fs.readFileSync(file, 'utf8'), file), file);
  for (const extension of ['.ts', '.tsx', '.cts', '.mts', '.jsx']) Module._extensions[extension] = load;
  const resolve = Module._resolveFilename;
  Module._resolveFilename = function (request, ...rest) {
    try {
      return resolve.call(this, request, ...rest);
    } catch (error) {
      const other = request.replace(/\.([cm]?)js(x?)$/, '.$1ts$2');
      if (other === request) throw error;
      return resolve.call(this, other, ...rest);
    }
  };
};

const isTyped = (file) => /\.(?:[cm]?ts|tsx|jsx)$/.test(file);

const load = async (file) => {
  const at = path.join(ROOT, file);
  if (isTyped(file)) return require(at);
  return import(require('node:url').pathToFileURL(at).href);
};

/** A function by the name that it has in its file: an export, a member of one, or the export itself. */
const find = (loaded, name) => {
  const places = [loaded, loaded?.default, loaded?.default?.default].filter(
    (one) => one !== null && one !== undefined,
  );
  const parts = name.split('.');
  const last = parts.at(-1);
  for (const place of places) {
    let [owner, found] = [undefined, place];
    for (const part of parts) {
      const from = found;
      owner = from;
      found =
        from === null || from === undefined
          ? undefined
          : typeof from === 'function' && from.prototype && part in from.prototype
            ? from.prototype[part]
            : from[part];
    }
    if (typeof found === 'function') return { owner, found };
    if (typeof place === 'function' && parts.length === 1 && (place.name === last || last === 'default'))
      return { owner: undefined, found: place };
    if (
      typeof place === 'function' &&
      parts.length === 2 &&
      place.name === parts[0] &&
      typeof place.prototype?.[last] === 'function'
    )
      return { owner: place.prototype, found: place.prototype[last] };
  }
  return null;
};

const nothing = (kind, error) => ({
  kind,
  type: error === undefined ? '' : String(error?.name ?? typeof error).slice(0, 80),
  text: error === undefined ? '' : clean(error?.message ?? error).slice(0, 200),
  digest: '',
});

const settle = async (result) => {
  if (result === null || typeof result !== 'object' || typeof result.then !== 'function') return result;
  let timer;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new NotSerialisable('late')), msPerCall);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
};

const outcomeOf = async (one) => {
  let target;
  let loaded;
  try {
    loaded = await load(one.m);
    target = find(loaded, one.n);
  } catch (error) {
    return nothing('missing', error);
  }
  if (target === null) return nothing('missing', new Error(`${one.n} is not exported`));
  let self;
  let given;
  try {
    const classes = (name) => find(loaded, name)?.found;
    self = one.t === undefined ? target.owner : unpack(one.t, classes);
    given = one.a.map((value) => unpack(value, classes));
  } catch (error) {
    return nothing('unbuilt', error);
  }
  const shown = (value) => pack(value, 4, true);
  const state = () => [...given, one.t === undefined ? null : self].map(shown);
  const before = digest(state());
  try {
    const result = shown(await settle(Reflect.apply(target.found, self, given)));
    const after = state();
    const changed = digest(after) !== before;
    return {
      kind: 'returned',
      type: '',
      text: clean(textOf(result)).slice(0, 300),
      digest: digest(changed ? [result, after] : result),
    };
  } catch (error) {
    return error instanceof NotSerialisable ? nothing('timeout') : nothing('threw', error);
  }
};

/** Plays from an input on until all are done; a call that hangs is found by the parent. */
const playFrom = async (plan, first) => {
  msPerCall = plan.callSeconds * 1000;
  readTypeScript();
  const slow = new Map();
  for (const line of readResults())
    if (line.o.kind === 'timeout') slow.set(line.w, (slow.get(line.w) ?? 0) + 1);
  for (const one of plan.inputs.slice(first)) {
    const where = `${one.m}:${one.n}`;
    if ((slow.get(where) ?? 0) >= MOST_SLOW) continue;
    write({ started: one.i });
    write({ i: one.i, w: where, o: await outcomeOf(one) });
  }
  process.exit(0);
};

const readResults = () => {
  try {
    return fs
      .readFileSync(path.join(FOLDER, 'probe.jsonl'), 'utf8')
      .split('\n')
      .flatMap((line) => (line.startsWith('{"i"') ? [parse(line)] : []));
  } catch {
    return [];
  }
};

/** On a busy machine a call gets less than a second of work per second. */
const PATIENCE = 12;

/** Milliseconds of work that a process has done, if the system shows it. */
const workOf = (pid) => {
  try {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
};

/** One child after the other; each continues after the call that hung or ended the previous one. */
const play = async (file) => {
  const plan = parse(fs.readFileSync(file, 'utf8'));
  const until = now() + plan.seconds * 1000 * PATIENCE;
  let left = plan.seconds * 1000 + 2000;
  msPerCall = plan.callSeconds * 1000;
  const report = path.join(FOLDER, 'probe.jsonl');
  fs.writeFileSync(report, '');
  let first = 0;
  while (first < plan.inputs.length && now() < until && left > 0) {
    const child = spawn(process.execPath, [__filename, 'from', file, String(first)], {
      stdio: 'ignore',
      cwd: ROOT,
    });
    let ended = false;
    child.on('exit', () => (ended = true));
    let [size, since, work, whole] = [-1, now(), 0, 0];
    const isSpent = () => now() >= until || whole >= left;
    while (!ended && !isSpent()) {
      await new Promise((done) => setTimeout(done, 20));
      const grown = fs.statSync(report).size;
      whole = workOf(child.pid) ?? whole;
      // Loading the project takes longer than a call.
      const limit = size <= 0 ? 10_000 : msPerCall + 200;
      if (grown !== size) [size, since, work] = [grown, now(), whole];
      else if (
        now() - since > limit * PATIENCE ||
        whole - work > limit ||
        (whole === work && now() - since > 4 * limit)
      )
        break;
    }
    child.kill('SIGKILL');
    left -= whole;
    if (!ended && isSpent()) break;
    const lines = fs.readFileSync(report, 'utf8').split('\n').filter(Boolean);
    const last = lines.length === 0 ? null : parse(lines.at(-1));
    if (last === null) break;
    if (!('started' in last)) {
      first = plan.inputs.findIndex(({ i }) => i === last.i) + 1;
      if (ended) break;
      continue;
    }
    first = plan.inputs.findIndex(({ i }) => i === last.started) + 1;
    const one = plan.inputs[first - 1];
    write({
      i: last.started,
      w: `${one.m}:${one.n}`,
      o: ended ? nothing('threw', { name: 'exit', message: 'the process ended' }) : nothing('timeout'),
    });
  }
};

const [, main, mode, file, first] = process.argv;
if (require.main === module && mode === 'play') void play(file);
else if (require.main === module && mode === 'from' && main !== undefined) {
  for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, () => {});
  void playFrom(parse(fs.readFileSync(file, 'utf8')), Number(first));
} else if (FOLDER !== undefined) record();
