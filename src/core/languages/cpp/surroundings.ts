import {
  loadedBy,
  type OuterNames,
  type SurroundingPatterns,
  type TestAware,
} from '../parts/surroundings.ts';

export const cppSurroundings: SurroundingPatterns = {
  variables: /\b(?:secure_)?getenv\s*\(|\benviron\b/,
  arguments: /\bprogram_invocation_(?:short_)?name\b|\bgetprogname\b|\b__progname\b/,
  stack:
    /\bbacktrace(?:_symbols)?\s*\(|\bstd::(?:source_location|stacktrace)\b|\b__builtin_(?:return|frame)_address\b/,
  clock: /\btime\s*\(\s*(?:NULL|nullptr|0|&)|\bclock_gettime\s*\(|\bgettimeofday\s*\(|\b\w+_clock::now\b/,
  state:
    /\bstatic\s+(?:(?:inline|thread_local|volatile)\s+)*(?!const\b|constexpr\b|constinit\b|inline\b|void\b)(?:unsigned\s+|signed\s+|struct\s+)?[\w:<>,*&\s]{1,80}[\s*&]\w+\s*(?:=(?!=)|;|\{|\[)|\bthread_local\b|\bstd::(?:atomic\w*|once_flag|call_once)\b|\]\s*(?:\([^()]{0,200}\)\s*)?mutable\b/,
  equality: /\boperator\s*(?:==|!=|<=>|<|>)\s*\(/,
  place: /\bisatty\s*\(|\bgetp?pid\s*\(|\bgethostname\s*\(/,
};

export const cppOuter: OuterNames = {
  statements: new Set(['preproc_include']),
  head: /^/,
  brings: new Set(['preproc_include']),
  // Headers without an ending, and those of the C library and the system.
  standard:
    /^(?:\w+|(?:sys|linux|arpa|net|netinet)\/.*|(?:time|signal|unistd|pthread|dlfcn|setjmp|fenv|locale|threads|fcntl|execinfo|wait|sched)\.h)$/,
  loads: loadedBy(/^\s*#\s*include\s*<([^>]+)>/),
  pure: /^(?:algorithm|any|array|bit|bitset|cassert|assert\.h|cctype|ctype\.h|cerrno|errno\.h|cfloat|float\.h|charconv|cinttypes|inttypes\.h|climits|limits\.h|cmath|math\.h|codecvt|compare|complex|concepts|cstdarg|stdarg\.h|cstddef|stddef\.h|cstdint|stdint\.h|stdbool\.h|cstdio|stdio\.h|cstdlib|stdlib\.h|cstring|string\.h|strings\.h|cwchar|wchar\.h|cwctype|deque|exception|expected|format|forward_list|functional|initializer_list|iomanip|ios|iosfwd|istream|iterator|limits|list|locale|map|memory|numbers|numeric|optional|ostream|queue|ranges|ratio|regex|set|span|sstream|stack|stdexcept|streambuf|string|string_view|system_error|tuple|type_traits|typeinfo|typeindex|unordered_map|unordered_set|utility|valarray|variant|vector|version)$/,
  // What is built; guards of headers and the kind of machine aside.
  lines:
    /^\s*#\s*(?:if|elif|ifdef|ifndef)\b(?!\s*!?(?:defined\s*\(?\s*)?(?:__cplusplus|_WIN32|_WIN64|WIN32|__APPLE__|__linux__|_MSC_VER|__GNUC__|__clang__|\w+_(?:H|HPP|HH|INCLUDED)_*)\b)/,
  names:
    /(?<![\w.>])(?:std::)?(?:getenv|rand|srand|random|drand48|clock|fopen|freopen|isatty|exit|_exit|_Exit|quick_exit|abort|atexit|signal|raise|setjmp|longjmp|dlsym|system|popen|fork|backtrace|pthread_\w+)\s*\(|__attribute__\s*\(\s*\(\s*(?:constructor|destructor|section|weak|alias)|\b__(?:FILE|TIME|DATE|BASE_FILE|TIMESTAMP|INCLUDE_LEVEL|COUNTER|func|FUNCTION|PRETTY_FUNCTION)__\b|\b__(?:OPTIMIZE|SANITIZE_\w+)__\b|\bNDEBUG\b|\bassert\s*\([^;]{0,200}(?:[^=!<>]=[^=]|\+\+|--)|\breinterpret_cast\s*<\s*(?:u?intptr_t|std::u?intptr_t)/,
};

export const cppTestAware: readonly TestAware[] = [
  {
    flag: 'runner-detected',
    rule: 'runner-variable',
    line: /"(?:GTEST_\w+|TEST_PREMATURE_EXIT_FILE|CTEST_\w+)"/,
    sentence: 'The program asks for a variable that only a test run sets.',
  },
];
