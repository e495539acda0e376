import type { CommentRules } from '../parts/comment-rules.ts';
import type { SuppressionRules } from '../parts/suppression-rules.ts';

export const cppComments: CommentRules = {
  directive:
    /^[\s*]*(?:NOLINT|NOSONAR|clang-format (?:on|off)|cppcheck-suppress|IWYU pragma|LCOV_EXCL|GCOVR_EXCL|coverity\[|fall ?through\b|-\*-|vim?\s*:)/i,
};

export const cppSuppressions: SuppressionRules = {
  blanket: null,
  line: /^[\s*]*(?:NOLINT(?:NEXTLINE|BEGIN)?\b|NOSONAR\b|cppcheck-suppress\b|(?:LCOV|GCOVR)_EXCL|coverity\[|nosemgrep\b)/,
  inCode:
    /#\s*pragma\s+(?:GCC|clang)\s+diagnostic\s+ignored\b[^\n]{0,100}|#\s*pragma\s+warning\s*\(\s*disable\b[^\n]{0,100}/g,
  tool: /(NOLINT|NOSONAR|cppcheck|LCOV|GCOVR|coverity|nosemgrep|pragma)/,
  namesFinding:
    /NOLINT\w*\s*\(\s*[\w.*-]|cppcheck-suppress\s*\[?\s*\w|ignored\s*"|disable\s*:\s*\d|coverity\[\w|_EXCL/,
  coverage: /^(?:LCOV|GCOVR)$/,
};
