import { hashOrder } from './hash-order.ts';
import type { GlobalNames, OuterNames, SurroundingPatterns } from '../parts/surroundings.ts';

/** Modules of the language; a `code` or `types` of the project is as likely, and left out. */
const STANDARD = `abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect
builtins bz2 cProfile cgi cgitb cmath codecs codeop collections colorsys compileall concurrent configparser
contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils
doctest encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc
genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac idlelib imaplib imghdr importlib
inspect io ipaddress itertools keyword lib2to3 linecache locale lzma mailbox mailcap marshal math mimetypes mmap
modulefinder msilib msvcrt multiprocessing netrc nntplib ntpath nturl2path numbers opcode operator optparse os
ossaudiodev pathlib pdb pickle pickletools pkgutil plistlib poplib posix posixpath pprint pstats pty pwd py_compile
pyclbr pydoc pydoc_data pyexpat quopri random re readline reprlib rlcompleter runpy sched secrets selectors shelve
shlex shutil signal smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl
statistics stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile
termios textwrap threading time timeit tkinter tokenize tomllib traceback tracemalloc tty turtle turtledemo typing
unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc
zipapp zipfile zipimport zlib zoneinfo`;

const STANDARD_MODULE = new RegExp(`^(?:${STANDARD.split(/\s+/).join('|')})(?:\\.|$)`);
const isStandard = (module: string): boolean => STANDARD_MODULE.test(module);
/** What a module of the language keeps to itself: it may be anything that the module uses. */
const HIDDEN_MEMBER = `(?<![.\\w])(?:${STANDARD.split(/\s+/).join('|')})(?:\\.\\w+)*\\._[a-z]\\w*`;

const PLACE =
  /\.isatty\b|\bos\.(?:getp?pid|getlogin|getuid|uname)\b|\bsocket\.gethostname\b|\bplatform\.node\b|\bgetpass\.getuser\b|\bthreading\.(?:current_thread|main_thread|get_ident)\b|\bgc\.(?:get_objects|get_referrers)\b|\bxml\.[\w.]+\.(?:parse|iterparse)\b|\bnumpy\.(?:load|fromfile|genfromtxt|loadtxt|memmap|ctypeslib|DataSource)\b|\bpandas\.read_\w+|\btokenize\.open\b|\bjson\.tool\b|\bcopyreg\.dispatch_table\b|\bnumpy\.(?:fromregex|geterr\w*|get_printoptions|show_config|show_runtime)\b|\bcontextlib\.(?:redirect_std\w+|chdir)\b|\bElementTree\s*\([^()\n]{0,80}\bfile\s*=|\.\s*_(?:old_targets|stream)\b|\bshlex\.shlex\s*\(\s*\)/;

export const pythonSurroundings: SurroundingPatterns = {
  variables: /\bos\.(?:environb?|getenv)\b/,
  arguments: /\bsys\.(?:argv|orig_argv|flags|executable|_xoptions)\b/,
  stack:
    /\b__(?:traceback|globals|code|closure|builtins|loader|spec)__\b(?!\s*=(?!=))|\btb_(?:frame|next|lasti|lineno)\b|\bf_(?:code|globals|locals|lineno|builtins)\b|\bsys\._getframe\b|\bsys\._current_frames\b|\binspect\.(?:stack|currentframe|getouterframes|trace)\b|\btraceback\.(?:extract_stack|format_stack|walk_stack|print_stack)\b|\bf_back\b|\btb_frame\b|\.\s*(?:findCaller|makeRecord)\b/,
  modules: /\bsys\.modules\b|\b__main__\b|\bsys\.(?:meta_path|path_importer_cache)\b/,
  clock:
    /\btime\.(?:time|time_ns|monotonic|perf_counter|localtime|gmtime|process_time)\b|\bdatetime\.(?:now|utcnow|today)\b|\bdate\.today\b|\.(?:now|utcnow|today)(?:\s*\(|$)|(?:\btime\.|(?<![.\w]))strftime\s*\((?:[^(),]|\([^()]*\))*\)|\.\s*relativeCreated\b|\bLogRecord\s*\(/,
  place: new RegExp(`${PLACE.source}|${HIDDEN_MEMBER}`),
  equality:
    /\bclass\s+\w+\s*\((?![^()\n]{0,200}Enum)\s*(?:[\w.]+\s*,\s*)?(?:int|str|float|list|dict|tuple|set|frozenset|bytes|bool|(?:collections\.)?User(?:List|Dict|String))\s*[,)][^\0]{0,2000}?\n[ \t]+def\s+__(?!init|new|repr|missing|hash|reduce|(?:deep)?copy|[gs]etstate|class_getitem|init_subclass|set_name|post_init)\w+__|\b(\w+)\s*=\s*(?:int|str|float|list|dict|tuple|set|frozenset|bytes)\s*\n[^\0]{0,4000}?\bclass\s+\w+\s*\([^()\n]{0,200}\b\1\b|\bcompare\s*=\s*False\b|\bnew_class\b|\b__(?:eq|ne|lt|le|gt|ge|getattribute|contains|instancecheck)__\s*(?:=(?!=)|\()|\btype\s*\([^,()\n]{1,80},\s*\(/,
  state:
    /\bdef\s+\w+\s*\([^()\n]{0,300}=\s*(?:\[\s*\]|\{\s*\}|(?:set|dict|list|deque|count|Counter|iter)\s*\()/,
  chance:
    /\brandom\.\w+|\bsecrets\.\w+|\buuid\.uuid[14]\b|\bos\.urandom\b|(?<![.\w])(?:hash|id)\s*\(|\.samples\s*\(/,
};

/** Modules with a pure part: only that may be used, under the module's own name. */
const PARTLY: Readonly<Record<string, string>> = {
  sys: 'maxsize|version_info|byteorder|float_info|int_info|maxunicode|intern|getsizeof|getdefaultencoding|platform',
  os: 'sep|linesep|pathsep|fspath|PathLike|fsdecode|fsencode|path\\.(?:join|split|splitext|basename|dirname|normpath|normcase|commonprefix|commonpath|isabs|sep)|path\\b(?!\\.)|name',
  warnings: 'warn',
  logging:
    'getLogger|debug|info|warning|error|exception|critical|log|DEBUG|INFO|WARNING|ERROR|CRITICAL|Logger|LogRecord|Formatter',
  inspect:
    'signature|Signature|Parameter|is\\w+|getdoc|cleandoc|unwrap|getmro|_empty|getfullargspec|iscoroutinefunction',
  time: 'struct_time|strftime|strptime|mktime|sleep',
  io: 'StringIO|BytesIO|TextIOWrapper|BufferedReader|\\w*Base|SEEK_\\w+|UnsupportedOperation',
  codecs: 'BOM\\w*|encode|decode|lookup|get\\w+|Codec|CodecInfo|Incremental\\w+|register\\w*',
};
const PARTS = Object.entries(PARTLY)
  .map(([module, parts]) => `${module}\\b(?!\\s*\\.\\s*(?:${parts})\\b)(?:\\s*\\.\\s*\\w+)?`)
  .join('|');

/** Modules of the machine that other modules load, and so have as members. */
const MACHINE =
  'sys|os|inspect|builtins|posix|gc|subprocess|importlib|ctypes|tracemalloc|faulthandler|threading|traceback|linecache';
const PASSED_ON = new RegExp(`^_{0,2}(${MACHINE})$`);

const modulesOf = (line: string): readonly string[] | null => {
  const [, from, taken] = /^\s*from\s+([\w.]+)\s+import\s+(.{1,4000})/.exec(line) ?? [];
  if (from !== undefined && taken !== undefined) {
    const [top = ''] = from.split('.');
    const parts = Object.hasOwn(PARTLY, top) ? new RegExp(`^(?:${PARTLY[top]})$`) : null;
    const names = taken
      .replaceAll(/[()\\]/g, '')
      .split(',')
      .map((name) => name.trim().replace(/\s+as\s+\w+$/, ''));
    const hidden = names.filter((name) => /^_[^_]/.test(name) && isStandard(from));
    if (hidden.length > 0) return hidden.map((name) => `${from}.${name}`);
    if (parts === null || from.startsWith('.'))
      return [
        from,
        ...names.flatMap((name) => (/^\.+$/.test(from) ? [] : (PASSED_ON.exec(name)?.[1] ?? []))),
      ];
    return names
      .filter(
        (name) => name !== '' && !parts.test(from === top ? name : `${from.slice(top.length + 1)}.${name}`),
      )
      .map((name) => `${from}.${name}`);
  }
  const [, listed] = /^\s*import\s+([\w., ]{1,400})/.exec(line) ?? [];
  if (listed === undefined) return null;
  return listed.split(',').flatMap((one) => {
    const name = one.trim();
    // If it keeps its name, the used parts are visible.
    return Object.hasOwn(PARTLY, name) || name === 'os.path' ? [] : [name.replace(/\s+as\s+(\w+)$/, '')];
  });
};

const BUILT_IN = `abs aiter all anext any ascii bin bool bytearray bytes callable chr classmethod complex delattr dict
divmod enumerate filter float format frozenset getattr hasattr hex int isinstance issubclass iter len list map max memoryview
min next object oct ord pow print property range repr reversed round set setattr slice sorted staticmethod str sum super
tuple type zip NotImplemented Ellipsis __name__ __doc__ __all__ __class__ __annotations__ reveal_type
ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError BufferError
BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError
DeprecationWarning EOFError EncodingWarning EnvironmentError Exception ExceptionGroup FileExistsError FileNotFoundError
FloatingPointError FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError IndexError
InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError ModuleNotFoundError NameError
NotADirectoryError NotImplementedError OSError OverflowError PendingDeprecationWarning PermissionError ProcessLookupError
ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning
SystemError SystemExit TabError TimeoutError TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError
UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning ZeroDivisionError`;

const FUNCTIONS = ['function_definition', 'lambda'];

const pythonGlobals: GlobalNames = {
  known: new Set(BUILT_IN.split(/\s+/)),
  scopes: new Set([
    'module',
    'class_definition',
    'list_comprehension',
    'set_comprehension',
    'dictionary_comprehension',
    'generator_expression',
    ...FUNCTIONS,
  ]),
  hoisted: new Set(),
  functions: new Set(['module', ...FUNCTIONS]),
  declares: new Set([
    'import_statement',
    'import_from_statement',
    'future_import_statement',
    'case_pattern',
    'type_parameter',
  ]),
  declaresForFile: new Set(['global_statement']),
  ambient: new Set(),
  members: new Set(['attribute.attribute', 'keyword_argument.name']),
  elements: new Set(),
  ignored: new Set(),
  only: {},
  wildcards: new Set(['wildcard_import']),
};

export const pythonOuter: OuterNames = {
  statements: new Set(['import_statement', 'import_from_statement', 'future_import_statement']),
  head: /^/,
  brings: new Set(['import_statement', 'import_from_statement', 'future_import_statement']),
  standard: STANDARD_MODULE,
  loads: modulesOf,
  own: /^\./,
  pure: /^(?!json\.tool\b|[\w.]*\._[^_])(?:__future__|abc|ast|array|base64|binascii|bisect|calendar|cmath|collections|colorsys|contextlib|copy|copyreg|csv|dataclasses|datetime|decimal|difflib|email\.(?:message|header|policy|parser|mime\w*|charset|errors|headerregistry|contentmanager)|encodings|enum|errno|fnmatch|fractions|functools|graphlib|hashlib|heapq|hmac|html|ipaddress|itertools|json|keyword|math|numbers|operator|posixpath|ntpath|pprint|quopri|re|reprlib|shlex|sre_\w+|stat|statistics|string|stringprep|struct|textwrap|token|tokenize|tomllib|types|typing|typing_extensions|unicodedata|urllib\.parse|xml|zlib|zoneinfo|numpy|pandas|attr|attrs)(?:\.|$)|^six$|^urllib\.parse/,
  globals: pythonGlobals,
  chance: hashOrder,
  // Beside the project's packages it is loaded in place of the language's own.
  fileNames: new RegExp(`^(?:src/)?(?:${STANDARD.split(/\s+/).join('|')})(?:\\.py|/__init__\\.py)$`),
  // A text that looks up members when it is filled in.
  lines:
    /\{[^{}\n"']{0,40}\.__(?!(?:class|name|qualname|doc|module)__)|["'][^"'\n]{0,60}\b(?:__traceback__|tb_(?:frame|next|lineno)|f_(?:back|globals|locals|code)|(?:gi|cr|ag)_frame)\b|\b(?:datetime64|Timestamp|to_datetime|Period)\s*\(\s*["'](?:now|today)\b/,
  names: new RegExp(
    `(?<![.\\w])(?:${PARTS})|(?<![.\\w])(?:open|eval|exec|compile|globals|locals|vars|input|breakpoint|__import__|__debug__|__file__|__spec__|__loader__|__package__|__builtins__|__path__)\\b(?!\\s*=(?!=))|__name__\\s*(?:[=!]=|\\.|\\[|in\\b)|\\bgetattr\\b(?!\\s*\\()|\\bgetattr\\s*\\([^,()\\n]{1,80},\\s*[^\\s,)]|\\b(?:attrgetter|methodcaller)\\b|\\.\\s*(?:__(?:self|traceback|globals|subclasses|code|closure|builtins|loader|spec|file|package)__|tb_\\w+|f_(?:back|code|globals|locals|lineno|builtins)|(?:gi|cr|ag)_(?:frame|code)|__dict__|handlers|hasHandlers|isEnabledFor|getEffectiveLevel|cache_info|cache_parameters|get_cache_token|format_exc|format_stack|extract_stack|print_exc)\\b|\\bexcept\\b[^:\\n]{0,200}Warning\\b|\\b\\w*log\\w*\\s*\\.\\s*(?:root|level|parent|disabled|propagate|filters|manager)\\b|\\blogging\\.getLogger\\s*\\([^()\\n]{0,80}\\)\\s*\\.\\s*(?:root|level|parent|disabled|propagate|filters|manager)\\b|\\b(?:RecursionError|MemoryError)\\b|[(,]\\s*__\\w+__\\s*=(?!=)|(?<!\\b(?:self|cls))\\.\\s*_{0,2}(?:${MACHINE})\\b(?!\\s*(?:\\(|=(?!=)))|\\b(?:get|set|local)context\\s*\\(|\\bLogger\\s*(?:\\([^()\\n]{0,80}\\)\\s*\\.|\\.\\s*(?:manager|root)\\b)|\\b(?:repr|str|ascii|format)\\s*\\(\\s*(?:object\\s*\\(|lambda\\b)`,
  ),
};
