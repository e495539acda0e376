import { loadedBy, type OuterNames, type SurroundingPatterns } from '../parts/surroundings.ts';

export const scriptSurroundings: SurroundingPatterns = {
  variables: /\bprocess\.env\b|\bimport\.meta\.env\b|\bDeno\.env\b/,
  arguments: /\bprocess\.(?:argv0?|execArgv|mainModule|title)\b|\brequire\.main\b(?!\s*[!=]==?\s*module)/,
  // An error class that drops its constructor from the trace reads nothing.
  stack:
    /\bnew\s+Error\s*\([^)]{0,80}\)\s*\)?\s*\.\s*stack\b|\bprepareStackTrace\b|\bgetCallSites?\b|\bcaptureStackTrace\s*\(\s*(?!this\b)|\.callee\.caller\b/,
  modules: /\brequire\.cache\b|\bmodule\.(?:parent|children)\b|\bprocess\.moduleLoadList\b/,
  clock:
    /\bDate\.now\b|\bnew\s+Date\s*\(\s*\)|\bnew\s+Date\b(?!\s*\()|\bperformance\.now\b|\bprocess\.(?:uptime|hrtime)\b/,
  place:
    /\.isTTY\b|\bprocess\.(?:p?pid|getuid|memoryUsage|connected|send)\b|\basync_hooks\b|\bexecutionAsyncId\b|\b(?:os\.)?(?:hostname|userInfo|networkInterfaces)\s*\(|\bisMainThread\b|\bthreadId\b|\bObject\.(?:keys|getOwnPropertyNames)\s*\(\s*(?:globalThis|global|window|self)\b|\b(?:globalThis|global)\s*\[|\brunInThisContext\b/,
  equality:
    /\bnew\s+Proxy\s*\(|\bSymbol\.(?:toPrimitive|hasInstance)\b|\bextends\s+(?:String|Number|Boolean|Array|Date|RegExp|Function)\b|\bdefinePropert(?:y|ies)\s*\([^;]{0,200}\bget\b|\basymmetricMatch\b|\bvalueOf\s*(?:\(|:|=)|\bSymbol\.(?:iterator|toStringTag)\b/,
  chance: /\bMath\.random\b|\brandom(?:Bytes|Int|UUID|Fill)\w*\s*\(|\bgetRandomValues\b/,
};

export const scriptOuter: OuterNames = {
  loads: loadedBy(
    /^\s*import\s*["']([^"']+)["']|^\s*(?:import|export)\b[^"'`;]{0,300}?\bfrom\s*["']([^"']+)["']|^\s*\}\s*from\s*["']([^"']+)["']|\brequire\s*\(\s*["'`]([^"'`]+)["'`]|\bimport\s*\(\s*["'`]([^"'`]+)["'`]/,
  ),
  own: /^(?:\.{1,2}(?:\/|$)|#|[@~]\/)/,
  pure: /^(?:node:)?(?:path|url|util|buffer|string_decoder|querystring|punycode|events|stream|zlib|assert)(?:\/\w+)?$|^(?:lodash|ramda|date-fns|immer|zod|tslib)\b|^lodash[./]/,
  names:
    /\bprocess\b(?!\s*(?:[:=](?!=)|\.\s*(?:nextTick|platform|emitWarning|version)\b))(?:\s*\??\.\s*\w+)?|\bglobalThis\b|\bglobal\s*(?=[.[,;)])|\bwindow\s*(?=[.[])|\b__(?:dirname|filename)\b|\bimport\.meta\b|\brequire\b(?!\s*\()|\b(?:require|import)\s*\(\s*[^\s)]|\bmodule\.(?!exports\b)\w+|\beval\b|\bFunction\s*[.(]|\.\s*constructor\s*[.([]|\b(?:WeakRef|FinalizationRegistry|SharedArrayBuffer|Atomics|performance|navigator|setTimeout|setInterval|setImmediate|queueMicrotask)\b|\bconsole\.(?!(?:log|warn|error|info|debug|trace|table|group\w*|assert|time\w*)\b)\w+|\bWebAssembly\b|\bDate\s*\(\s*\)|\bTemporal\b|\binspect\b|\bgetOwnProperty(?:Names|Descriptors?)\b|\bfunction\s*\w*\s*\(\s*\)\s*\{\s*return\s+this\b|\.\s*(?:stack|resolvedOptions|callee|caller)\b|[{,]\s*stack\s*[},:]|\bstackTraceLimit\b|\bRangeError\b\s*\)|\btypeof\s+(?:it|test|expect|suite|before|after|describe)\b/,
  // A member with the name of such a thing, or with a computed name.
  lines:
    /\[\s*["'`](?:stack|callee|caller|constructor|env|argv|mainModule|stdout|process|globalThis)["'`]\s*\]|\[\s*["'`]\w{1,20}["'`]\s*\+\s*["'`]/,
};
