import { folderOf } from '../../domain/source/path-parts.ts';
import { joinPath } from '../parts/import-target.ts';
import {
  type GlobalNames,
  loadedBy,
  type OuterNames,
  type SurroundingPatterns,
} from '../parts/surroundings.ts';
import { placesOf } from './imports.ts';

export const scriptSurroundings: SurroundingPatterns = {
  variables: /\bprocess\.env\b|\bimport\.meta\.env\b|\bDeno\.env\b/,
  arguments: /\bprocess\.(?:argv0?|execArgv|mainModule|title)\b|\brequire\.main\b(?!\s*[!=]==?\s*module)/,
  // An error class that drops its constructor from the trace reads nothing.
  stack:
    /\bnew\s+Error\s*\([^)]{0,80}\)\s*\)?\s*\.\s*stack\b|\bprepareStackTrace\b|\bgetCallSites?\b|\bcaptureStackTrace\s*\(\s*(?!this\b)|\.callee\.caller\b|\bformat(?:WithOptions)?\s*\([^()\n]{0,80}\b(?:new\s+\w*Error|err|error|reason|cause)\b/,
  modules: /\brequire\.cache\b|\bmodule\.(?:parent|children)\b|\bprocess\.moduleLoadList\b/,
  clock:
    /\bDate\.now\b|\bnew\s+Date\s*\(\s*\)|\bnew\s+Date\b(?!\s*\()|\bperformance\.now\b|\bprocess\.(?:uptime|hrtime)\b|\.lastModified(?:Date)?\b|\blodash\.now\b|\bdate-fns\.(?:is(?:Today|Tomorrow|Yesterday|Past|Future|This\w+)|\w*ToNow\w*|(?:start|end)Of(?:Today|Tomorrow|Yesterday)|constructNow|intlFormatDistance)\b/,
  place:
    /\bpath\.(?:posix\.|win32\.)?(?:resolve|relative)\b|\burl\.pathToFileURL\b|\butil\.(?:debuglog|debug|parseArgs|styleText|getSystem\w+)\b|\.isTTY\b|\bprocess\.(?:p?pid|getuid|memoryUsage|connected|send)\b|\basync_hooks\b|\bexecutionAsyncId\b|\b(?:os\.)?(?:hostname|userInfo|networkInterfaces)\s*\(|\bisMainThread\b|\bthreadId\b|\bObject\.(?:keys|getOwnPropertyNames)\s*\(\s*(?:globalThis|global|window|self)\b|\b(?:globalThis|global)\s*\[|\brunInThisContext\b/,
  equality:
    /\bnew\s+Proxy\s*\(|\bSymbol\.(?:toPrimitive|hasInstance)\b|\bextends\s+(?:String|Number|Boolean|Array|Date|RegExp|Function)\b|\bdefinePropert(?:y|ies)\s*\([^;]{0,200}\bget\b|\basymmetricMatch\b|\bvalueOf\s*(?:\(|:|=)|\bSymbol\.(?:iterator|toStringTag|species|isConcatSpreadable|match(?:All)?|replace|search|split)\b|\btoJSON\s*(?:\([^()]{0,40}\)\s*\{|[:=](?!=))|\btoString\s*(?:\(\s*\)\s*\{|[:=]\s*(?:\(|function\b|\w+\s*=>))|\b__define[GS]etter__\b/,
  state: /\blodash\.(?:uniqueId|once|after|before|memoize|debounce|throttle)\b/,
  chance:
    /\bMath\.random\b|\blodash\.(?:random|sample\w*|shuffle)\b|\brandom(?:Bytes|Int|UUID|Fill)\w*\s*\(|\bgetRandomValues\b/,
};

const GLOBALS = `Math Number String Boolean BigInt Symbol Array Object JSON Map Set WeakMap WeakSet RegExp Promise
Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError
ArrayBuffer DataView Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array
Float16Array Float32Array Float64Array BigInt64Array BigUint64Array Iterator
parseInt parseFloat isNaN isFinite encodeURI encodeURIComponent decodeURI decodeURIComponent escape unescape atob btoa
TextEncoder TextDecoder URL URLSearchParams structuredClone Buffer AbortController undefined NaN Infinity arguments
clearTimeout clearInterval clearImmediate
exports console process global globalThis window module require`;

const FUNCTIONS = [
  'function_declaration',
  'generator_function_declaration',
  'function_expression',
  'generator_function',
  'arrow_function',
  'method_definition',
];

const scriptGlobals: GlobalNames = {
  // Uses of the last line are told apart by patterns.
  known: new Set(GLOBALS.split(/\s+/)),
  scopes: new Set([
    'program',
    'statement_block',
    'class_body',
    'class_static_block',
    'switch_body',
    'for_statement',
    'for_in_statement',
    'catch_clause',
    'class',
    'function_type',
    'constructor_type',
    'call_signature',
    'construct_signature',
    'method_signature',
    'abstract_method_signature',
    'function_signature',
    'index_signature',
    ...FUNCTIONS,
  ]),
  hoisted: new Set(['variable_declaration']),
  functions: new Set(['program', ...FUNCTIONS]),
  declares: new Set(),
  declaresForFile: new Set(['import_clause', 'import_require_clause']),
  ambient: new Set(['ambient_declaration']),
  members: new Set(['required_parameter.name', 'optional_parameter.name', 'type_predicate.name']),
  elements: new Set(['jsx_opening_element', 'jsx_closing_element', 'jsx_self_closing_element']),
  ignored: new Set([
    'export_specifier',
    'nested_type_identifier',
    'index_signature',
    'jsx_namespace_name',
    'namespace_export',
  ]),
  only: {
    Date: /^(?:new_expression\.constructor|member_expression\.object) |^binary_expression\.right [^|&?]{1,100}\binstanceof\s+Date$/,
  },
  wildcards: new Set(),
};

/** `./a`, `..`; also a path from the top of the machine, which no project has. */
const filesOf = (from: string, module: string): readonly string[] | null => {
  if (!/^(?:\.{0,2}\/|\.{1,2}$)/.test(module)) return null;
  const path = module.startsWith('/') ? null : joinPath(folderOf(from), module.replace(/[?#].*$/, ''));
  return path === null ? [] : placesOf(path);
};

export const scriptOuter: OuterNames = {
  statements: new Set(['import_statement', 'export_statement', 'call_expression']),
  head: /^(?:import|export|require)\b/,
  brings: new Set(['import_statement']),
  files: {
    of: filesOf,
    loads:
      /\.(?:[cm]?[jt]sx?|json|s?css|sass|less|svg|png|jpe?g|gif|webp|woff2?|html?|graphql|gql|vue|svelte)$/,
  },
  standard:
    /^(?:node:|(?:assert|async_hooks|buffer|child_process|cluster|console|constants|crypto|dgram|diagnostics_channel|dns|domain|events|fs|http2?|https|inspector|module|net|os|path|perf_hooks|process|punycode|querystring|readline|repl|stream|string_decoder|sys|test|timers|tls|trace_events|tty|url|util|v8|vm|wasi|worker_threads|zlib)(?:\/|$))/,
  loads: loadedBy(
    /^\s*import\s*["']([^"']+)["']|^\s*(?:import|export)\b[^"'`;]{0,300}?\bfrom\s*["']([^"']+)["']|^import\b[^"'`]{0,300}=\s*require\s*\(\s*["']([^"']+)["']|^require\s*\(\s*["'`]([^"'`]+)["'`]|^import\s*\(\s*["'`]([^"'`]+)["'`]/,
  ),
  own: /^(?:#|[@~]\/)/,
  pure: /^(?:node:)?(?:path|url|util|buffer|string_decoder|querystring|punycode|events|stream|zlib|assert)(?:\/\w+)?$|^(?:lodash|ramda|date-fns|immer|zod|tslib)\b|^lodash[./]/,
  names:
    /\bprocess\b(?!\s*(?:[:=](?!=)|\.\s*(?:nextTick|platform|emitWarning|version)\b))(?:\s*\??\.\s*\w+)?|\bglobalThis\b|\bglobal\s*(?=[.[,;)])|\bwindow\s*(?=[.[])|\b__(?:dirname|filename)\b|\bimport\.meta\b|\brequire\b(?!\s*\()|\b(?:require|import)\s*\(\s*[^\s)]|\bmodule\s*(?:\.(?!exports\b)\w+|\[)|\b(?:getEventListeners|listenerCount|rawListeners)\b|\beval\b|\bFunction\s*[.(]|\.\s*constructor\s*[.([]|\b(?:WeakRef|FinalizationRegistry|SharedArrayBuffer|Atomics|performance|navigator|setTimeout|setInterval|setImmediate|queueMicrotask)\b|\bconsole\b(?!\s*\??\.\s*(?:log|warn|error|info|debug|trace|table|dir|count|group\w*|assert|time\w*)\s*\()(?:\s*\??\.\s*\w+)?|\bWebAssembly\b|\bDate\s*\.\s*(?!UTC\b|parse\b)\w+|\bnew\s+Date\s*\(\s*\.\.\.|\ballocUnsafe\w*|\.\s*byteOffset\b|\bcreateObjectURL\b|\.\s*getTimezoneOffset\b|\bString\s*\(\s*(?:async\b\s*)?(?:function\b|\([^()\n]{0,80}\)\s*=>|[\w$]+\s*=>)|\bTemporal\b|\binspect\b|\bgetOwnProperty(?:Names|Descriptors?)\b|\bfunction\s*\w*\s*\([^()\n]{0,80}\)\s*\{\s*return\s+this\b|\bObject\s*\.\s*(?:keys|values|entries|getOwnPropertyDescriptors?|getOwnPropertySymbols)\s*\(\s*(?:Error|TypeError|Array|Object|Function|Promise|String|Number|RegExp|Symbol|Map|Set|Math|JSON)\s*(?:\.\s*prototype\s*)?[),]|\blodash\.(?:delay|defer|runInContext)\b|\.\s*(?:stack|resolvedOptions|callee|caller)\b|[{,]\s*stack\s*[},:]|\bstackTraceLimit\b|\bRangeError\b\s*\)|\btypeof\s+(?:it|test|expect|suite|before|after|describe)\b/,
  globals: scriptGlobals,
  // A member with the name of such a thing, or with a computed name.
  lines:
    /^(?!\s*(?:\/?\*|\/\/)).*["'](?:constructor|stack|callee|mainModule|prepareStackTrace|getBuiltinModule)["']|\.\s*toLocale(?:Date|Time)?String\s*\(\s*\)|\[\s*["'`](?:stack|callee|caller|constructor|env|argv|mainModule|stdout|process|globalThis)["'`]\s*\]|\[\s*["'`]\w{1,20}["'`]\s*\+\s*["'`]|\bfrom\s+["']lodash[./](?:now|random|sample\w*|shuffle|uniqueId|once|after|before|debounce|throttle|delay|defer|memoize)\b|["'`](?:should|expect|chai|jest|mocha)["'`]\s+in\b|\bformat\w*\(\s*["'`][^"'`\n]{0,40}%[oO]\b/,
};
