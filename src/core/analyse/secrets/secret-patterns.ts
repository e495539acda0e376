/** Formats of tokens that the bundled rule set does not know, by their fixed parts. */
export const TOKENS: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  { name: 'an access key id of AWS', pattern: /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/ },
  { name: 'an API key of Google', pattern: /\bAIza[\w-]{35}(?![\w-])/ },
  { name: 'a live key of Stripe', pattern: /\b[rs]k_live_[A-Za-z0-9]{20,250}\b/ },
  { name: 'a token of GitLab', pattern: /\bgl(?:pat|dt|rt|ptt|cbt)-[\w-]{20,64}(?![\w-])/ },
  { name: 'a token of npm', pattern: /\bnpm_[A-Za-z0-9]{36}\b/ },
  { name: 'a token of PyPI', pattern: /\bpypi-AgE[\w-]{50,400}/ },
  { name: 'a token of Hugging Face', pattern: /\bhf_[A-Za-z]{34}\b/ },
  { name: 'a token of DigitalOcean', pattern: /\bdo[opr]_v1_[a-f0-9]{64}\b/ },
  { name: 'a token of Databricks', pattern: /\bdapi[a-f0-9]{32}\b/ },
  { name: 'a token of Telegram', pattern: /\b\d{8,10}:AA[\w-]{33}(?![\w-])/ },
  { name: 'a key of Twilio', pattern: /\bSK[0-9a-f]{32}\b/ },
  { name: 'a key of Mailgun', pattern: /\bkey-[0-9a-f]{32}\b/ },
  { name: 'a token of Doppler', pattern: /\bdp\.pt\.[A-Za-z0-9]{40,44}\b/ },
  { name: 'a token of Vault', pattern: /\bhvs\.[\w-]{90,120}(?![\w-])/ },
  { name: 'a key of age', pattern: /\bAGE-SECRET-KEY-1[A-Z0-9]{58}\b/ },
  { name: 'a web hook of Slack', pattern: /hooks\.slack\.com\/services\/T\w{8,12}\/B\w{8,12}\/\w{24}/ },
  { name: 'a web hook of Discord', pattern: /discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[\w-]{60,70}/ },
  { name: 'a key of an Azure account', pattern: /\bAccountKey=[A-Za-z0-9+/]{86}==/ },
  { name: 'a signed token', pattern: /\beyJ[\w-]{15,500}\.eyJ[\w-]{15,1000}\.[\w-]{20,700}/ },
];

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
