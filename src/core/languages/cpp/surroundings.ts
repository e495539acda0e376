import type { SurroundingPatterns, TestAware } from '../parts/surroundings.ts';

export const cppSurroundings: SurroundingPatterns = {
  variables: /\b(?:secure_)?getenv\s*\(|\benviron\b/,
  arguments: /\bprogram_invocation_(?:short_)?name\b|\bgetprogname\b|\b__progname\b/,
  stack:
    /\bbacktrace(?:_symbols)?\s*\(|\bstd::(?:source_location|stacktrace)\b|\b__builtin_(?:return|frame)_address\b/,
  clock: /\btime\s*\(\s*(?:NULL|nullptr|0|&)|\bclock_gettime\s*\(|\bgettimeofday\s*\(|\b\w+_clock::now\b/,
  place: /\bisatty\s*\(|\bgetp?pid\s*\(|\bgethostname\s*\(/,
};

export const cppTestAware: readonly TestAware[] = [
  {
    flag: 'runner-detected',
    rule: 'runner-variable',
    line: /"(?:GTEST_\w+|TEST_PREMATURE_EXIT_FILE|CTEST_\w+)"/,
    sentence: 'The program asks for a variable that only a test run sets.',
  },
];
