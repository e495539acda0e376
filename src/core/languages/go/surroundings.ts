import { type OuterNames, type SurroundingPatterns, type TestAware } from '../parts/surroundings.ts';

export const goSurroundings: SurroundingPatterns = {
  variables: /\bos\.(?:Getenv|LookupEnv|Environ|ExpandEnv)\b/,
  arguments: /\bos\.(?:Args|Executable)\b|\bflag\.(?:Lookup|CommandLine)\b/,
  stack: /\bruntime\.(?:Callers?|CallersFrames|FuncForPC|Stack)\b|\bdebug\.(?:Stack|PrintStack)\b/,
  modules: /\bdebug\.ReadBuildInfo\b/,
  clock: /\btime\.(?:Now|Since|Until)\b/,
  place: /\bos\.(?:Getp?pid|Hostname|Getuid)\b|\bruntime\.NumGoroutine\b|\bIsTerminal\b/,
  chance:
    /\b(\w+)\s*(?::=|=)\s*(?:make\s*\(\s*)?map\[[^\0]{0,4000}?\bfor\s[^{}\n]{0,100}\brange\s+\1\b[^{}\n]{0,40}\{[^{}]{0,300}\b(?:return|break)\b/,
  equality: /\bfunc\s*\([^()\n]{0,80}\)\s*(?:Equals?|Is|Less|Compare|Cmp)\s*\(/,
};

/** Only a part of these depends on its input alone; under another name that part cannot be told apart. */
const PARTLY = /^(?:context|fmt|log|path\/filepath|reflect|sync|time)$/;

const modulesOf = (spec: string): readonly string[] | null => {
  const [, name, module] = /^\s*(?:import\s+)?(?:([\w.]+)\s+)?["`]([\w./-]+)["`]\s*$/.exec(spec) ?? [];
  if (module === undefined) return null;
  return [name !== undefined && name !== '_' && PARTLY.test(module) ? `${module} as ${name}` : module];
};

export const goOuter: OuterNames = {
  statements: new Set(['import_spec']),
  head: /^/,
  brings: new Set(['import_spec']),
  standard:
    /^(?:archive|arena|bufio|builtin|bytes|cmp|compress|container|context|crypto|database|debug|embed|encoding|errors|expvar|flag|fmt|go|hash|html|image|index|io|iter|log|maps|math|mime|net|os|path|plugin|reflect|regexp|runtime|simd|slices|sort|strconv|strings|structs|sync|syscall|testing|text|time|unicode|unique|unsafe|weak)(?:\/|$)/,
  loads: modulesOf,
  // A path with a dot belongs to the project or a dependency.
  own: /^[^/]*\./,
  pure: /^(?:bufio|bytes|cmp|container\/\w+|context|crypto\/(?:md5|sha1|sha256|sha512|hmac|subtle)|embed|encoding(?:\/\w+)*|errors|fmt|hash(?:\/\w+)*|html(?:\/\w+)*|image(?:\/\w+)*|index\/\w+|io|iter|log|maps|math(?:\/(?:big|bits|cmplx))?|mime(?:\/\w+)?|net\/(?:url|netip|mail|textproto)|path|path\/filepath|reflect|regexp(?:\/syntax)?|slices|sort|strconv|strings|sync|text\/\w+(?:\/\w+)?|time|unicode(?:\/utf(?:8|16))?|go\/(?:ast|constant|doc|format|parser|printer|scanner|token|types|version))$/,
  names:
    /\b(?:os|runtime|syscall|unsafe|flag|debug|plugin|exec|pprof|trace|rand|testing|signal|user|http|net|unix|metrics)\.[A-Z]\w*|\bfmt\.(?:Print|Scan)\w*|\blog\.(?:Flags|Prefix|Writer|Default|Output|L(?:short|long)file|LstdFlags|Ldate|Ltime|Lmicroseconds)\b|\bparser\.Parse(?:File|Dir)\b|\bmime\.\w*Type\w*ByExtension\b|\biter\.Pull2?\b|\bfilepath\.(?:Abs|EvalSymlinks|Glob|Walk\w*)\b|\bcontext\.(?:WithTimeout|WithDeadline|AfterFunc)\w*|\bsync\.(?:Once\w*|Pool|Map|Cond)\b|\btime\.(?:After|AfterFunc|Tick|NewTimer|NewTicker|Sleep)\b|\brecover\s*\(|\bselect\s*\{|\bfunc\s+init\s*\(/,
  // A file with such a name is built on some machines alone.
  fileNames:
    /_(?:aix|android|darwin|dragonfly|freebsd|hurd|illumos|ios|js|linux|nacl|netbsd|openbsd|plan9|solaris|wasip1|windows|zos|386|amd64|amd64p32|arm|arm64|armbe|arm64be|loong64|mips\w*|ppc\w*|riscv\w*|s390x?|sparc\w*|wasm)\.go$/,
  // A condition of the build, and an address as text.
  lines: /^\s*\/\/\s*(?:go:(?:build|linkname|embed|cgo\w*)|\+build)\b|^(?!\s*\/\/).*"[^"]*%[+#]?p\b/,
};

const TESTED = /"[^"]*(?:\.test\b|_test\b|tRunner|\btesting\b|\.Test|go-build)[^"]*"/;

export const goTestAware: readonly TestAware[] = [
  {
    flag: 'runner-detected',
    rule: 'runner-imported',
    line: /^\s*(?:import\s+)?(?:[\w.]+\s+)?"testing"\s*(?:$|\))/,
    sentence: 'The program imports testing, which only tests need.',
  },
  {
    flag: 'runner-detected',
    rule: 'runner-global',
    line: /\btesting\.(?:Testing|Short|Verbose|CoverMode)\s*\(|"test\.(?:v|run|timeout|count|paniconexit0|testlogfile|coverprofile|short)"/,
    sentence: 'The program asks whether a test runs it.',
  },
  {
    flag: 'runner-detected',
    rule: 'runner-arguments',
    line: /\bos\.(?:Args|Executable)\b/,
    near: TESTED,
    sentence: 'The program looks for a test runner among its arguments.',
  },
  {
    flag: 'runner-detected',
    rule: 'stack-inspected',
    line: /\bruntime\.(?:Callers?|CallersFrames|FuncForPC|Stack)\b|\bdebug\.Stack\b/,
    near: TESTED,
    sentence: 'The program reads its call stack and looks for tests in it.',
  },
  {
    flag: 'exit-hook',
    rule: 'process-exit',
    line: /\b(?:os|syscall)\.Exit\s*\(\s*0\s*\)/,
    sentence: 'The library ends the process as a success.',
  },
];
