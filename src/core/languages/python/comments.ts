import type { CommentRules } from '../parts/comment-rules.ts';
import type { SuppressionRules } from '../parts/suppression-rules.ts';

export const pythonComments: CommentRules = {
  directive:
    /^(?:!|\s*(?:type|mypy|pyright|pytype|pylint|ruff|fmt|yapf|isort|pragma|cython|distutils|doctest)\s*:|\s*(?:pyre-|flake8|-\*-|vim?\s*:|(?:en)?coding[:=]|\/\/\/|noinspection|autopep8))/,
};

export const pythonSuppressions: SuppressionRules = {
  blanket:
    /^\s*(?:(?:flake8|ruff)\s*:\s*noqa\s*$|pylint\s*:\s*(?:skip-file|disable\s*=\s*all)|mypy\s*:\s*ignore-errors)/,
  line: /(?:^|#)\s*(?:noqa\b|type\s*:\s*ignore\b|pylint\s*:\s*disable|ruff\s*:\s*noqa|flake8\s*:\s*noqa|mypy\s*:|pyright\s*:\s*(?:ignore|basic)|pyre-(?:ignore|fixme)|pragma\s*:\s*no\s*(?:cover|branch)|nosec\b|NOSONAR\b|nosemgrep\b)/,
  tool: /(NOSONAR|nosemgrep|noqa|type\s*:\s*ignore|pylint|ruff|flake8|mypy|pyright|pyre|pragma|nosec)/,
  namesFinding: /noqa\s*:\s*[A-Z]|ignore\s*\[|disable\s*=\s*\w|\(\s*["'\w]|pragma|coverage/,
  coverage: /^pragma$/,
};
