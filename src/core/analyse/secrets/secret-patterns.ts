import { KNOWN_TOKENS } from '../../text/known-tokens.ts';

/** Issuers' formats; one that is part of a longer word is none. Keys for tests open nothing. */
export const TOKENS: readonly { readonly name: string; readonly hint: RegExp; readonly pattern: RegExp }[] =
  KNOWN_TOKENS.map(({ kind, hint, pattern }) => ({
    name: /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`,
    hint: new RegExp(hint),
    pattern: new RegExp(`(?<![A-Za-z0-9_-])(?!(?:sk|rk)_test_)(?:${pattern})`),
  }));

const NAME =
  '(?<name>[\\w.-]{0,60}(?:pass(?:word|wd|phrase)?|pwd|secret|api[_-]?key|token|(?:private|access|auth|encryption|signing|secret|account)[_-]?key|credentials?))';

/** `name = "value"` as languages write it: `=`, `:=`, `=>`, `:`, with a type between, or a macro. */
export const QUOTED_VALUE = new RegExp(
  `${NAME}["'\`\\]]{0,2}\\s{0,8}(?::\\s{0,4}[\\w<>[\\]|.]{1,40}\\s{0,4}=(?![=>])|:=|=>|=(?![=>~])|:(?!:)|\\s)\\s{0,8}[rbuf@$]{0,2}(?<mark>["'\`])(?<value>[^"'\`\\n]{8,400})\\k<mark>`,
  'gi',
);

/** A line of an environment or configuration file: `NAME=value`, `name: value`. */
export const BARE_VALUE = new RegExp(
  `^\\s{0,40}(?:export\\s{1,4}|-\\s{1,4})?["']?${NAME}["']?\\s{0,4}[:=]\\s{0,4}(?<value>[^\\s"'\`#]{8,400})\\s{0,8}(?:#.{0,400})?$`,
  'i',
);
export const BARE_FILES =
  /(?:^|\/)(?:\.env(?:\.[\w.-]+)?|[\w.-]+\.(?:env|ya?ml|ini|conf|cfg|properties|toml|tfvars|sh))$/i;

/** Text about code, where a value is an illustration. */
export const PROSE_SECRETS = /(?:^|\/)(?:examples?|samples?|demos?|docs?|fixtures?|testdata|benchmarks?)\//i;
