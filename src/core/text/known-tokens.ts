/**
 * Tokens that are recognised by how their issuers write them.
 * `hint` is text that every such token contains: a text without any hint is not searched.
 * Every part of a pattern is bounded or ends the match, so that searching takes linear time.
 */
type KnownToken = {
  readonly kind: string;
  readonly hint: string;
  readonly pattern: string;
  /** Rules of gitleaks (config/gitleaks.toml at b58d3f1) that describe the same token, or the issuer's own documentation. */
  readonly source: string;
};

const BODY = '[A-Za-z0-9_-]';
const ALNUM = '[A-Za-z0-9]';
const HEX = '[a-f0-9]';
const END = `(?!${BODY})`;

export const KNOWN_TOKENS: readonly KnownToken[] = [
  {
    kind: 'aws key id',
    hint: 'AKIA|ASIA|ABIA|ACCA',
    pattern: '(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Z0-9])',
    source: 'gitleaks: aws-access-token',
  },
  {
    kind: 'aws bedrock key',
    hint: 'ABSK',
    pattern: `ABSK[A-Za-z0-9+/]{109,269}={0,2}`,
    source: 'gitleaks: aws-amazon-bedrock-api-key-long-lived',
  },
  {
    kind: 'github token',
    hint: 'gh[pousr]_|github_pat_',
    pattern: `gh[pousr]_${ALNUM}{36,255}|github_pat_${BODY}{36,255}`,
    source: 'gitleaks: github-pat, -oauth, -app-token, -refresh-token, -fine-grained-pat',
  },
  {
    kind: 'gitlab token',
    hint: 'gl[a-z]{2,5}-|GR1348941',
    pattern: `gl(?:pat|dt|rt|cbt|ptt|oas|soat|ft|imt|agent|ffct)-${BODY}{20,300}(?:\\.[0-9a-z]{9}${END})?|GR1348941${BODY}{20,100}`,
    source: 'gitleaks: gitlab-pat, -pat-routable, -rrt and others',
  },
  {
    kind: 'npm token',
    hint: 'npm_',
    pattern: `npm_${ALNUM}{36}(?!${ALNUM})`,
    source: 'gitleaks: npm-access-token',
  },
  {
    kind: 'pypi token',
    hint: 'pypi-',
    pattern: `pypi-Ag${BODY}{48,}`,
    source: 'gitleaks: pypi-upload-token',
  },
  {
    kind: 'rubygems key',
    hint: 'rubygems_',
    pattern: `rubygems_${HEX}{48}${END}`,
    source: 'gitleaks: rubygems-api-token',
  },
  {
    kind: 'clojars token',
    hint: 'CLOJARS_',
    pattern: `CLOJARS_[a-z0-9]{60}${END}`,
    source: 'gitleaks: clojars-api-token',
  },
  {
    kind: 'slack token',
    hint: 'xox|xapp-',
    pattern: `xox[abceoprs]-[A-Za-z0-9-]{10,255}|xoxe\\.xox[bp]-[A-Za-z0-9-]{20,255}|xapp-[0-9]-[A-Za-z0-9-]{20,255}`,
    source: 'gitleaks: slack-bot-token, -user-token, -app-token and others',
  },
  {
    kind: 'stripe key',
    hint: '[sr]k_|whsec_',
    pattern: `(?:sk|rk)_(?:live|test|prod)_${ALNUM}{16,255}|whsec_[A-Za-z0-9+/=]{24,255}`,
    source: 'gitleaks: stripe-access-token; docs.stripe.com/webhooks',
  },
  {
    kind: 'square token',
    hint: 'sq0[a-z]',
    pattern: `sq0(?:atp|csp|idp)-${BODY}{22,60}`,
    source: 'gitleaks: square-access-token',
  },
  {
    kind: 'google key',
    hint: 'AIza|ya29|GOCSPX',
    pattern: `AIza${BODY}{35}${END}|ya29\\.${BODY}{20,2048}|GOCSPX-${BODY}{20,100}`,
    source: 'gitleaks: gcp-api-key; cloud.google.com/docs/authentication',
  },
  {
    kind: 'anthropic key',
    hint: 'sk-ant-',
    pattern: `sk-ant-${BODY}{20,255}`,
    source: 'gitleaks: anthropic-api-key, anthropic-admin-api-key',
  },
  {
    kind: 'openai key',
    hint: 'sk-',
    pattern: `sk-(?:proj|svcacct|admin|or-v1)-${BODY}{20,255}|sk-${ALNUM}{32,255}`,
    source: 'gitleaks: openai-api-key; openrouter.ai/docs',
  },
  {
    kind: 'groq key',
    hint: 'gsk_',
    pattern: `gsk_${ALNUM}{48,64}${END}`,
    source: 'console.groq.com/docs',
  },
  { kind: 'xai key', hint: 'xai-', pattern: `xai-${ALNUM}{70,100}${END}`, source: 'docs.x.ai' },
  {
    kind: 'perplexity key',
    hint: 'pplx-',
    pattern: `pplx-${ALNUM}{48}${END}`,
    source: 'gitleaks: perplexity-api-key',
  },
  {
    kind: 'hugging face token',
    hint: 'hf_|api_org_',
    pattern: `hf_${ALNUM}{30,100}|api_org_[A-Za-z]{34}${END}`,
    source: 'gitleaks: huggingface-access-token, huggingface-organization-api-token',
  },
  {
    kind: 'sendgrid key',
    hint: 'SG\\.',
    pattern: `SG\\.${BODY}{22}\\.${BODY}{43}`,
    source: 'gitleaks: sendgrid-api-token',
  },
  {
    kind: 'brevo key',
    hint: 'xkeysib-',
    pattern: `xkeysib-${HEX}{64}-${ALNUM}{16}${END}`,
    source: 'gitleaks: sendinblue-api-token',
  },
  {
    kind: 'twilio key',
    hint: 'SK[0-9a-f]{4}',
    pattern: `SK${HEX}{32}${END}`,
    source: 'gitleaks: twilio-api-key',
  },
  {
    kind: 'docker token',
    hint: 'dckr_',
    pattern: `dckr_(?:pat|oat)_${BODY}{20,100}`,
    source: 'docs.docker.com/security/access-tokens',
  },
  {
    kind: 'digitalocean token',
    hint: '_v1_',
    pattern: `do[opr]_v1_${HEX}{64}`,
    source: 'gitleaks: digitalocean-pat, -access-token, -refresh-token',
  },
  {
    kind: 'databricks token',
    hint: 'dapi',
    pattern: `dapi${HEX}{32}(?:-[0-9])?${END}`,
    source: 'gitleaks: databricks-api-token',
  },
  {
    kind: 'hashicorp vault token',
    hint: 'hv[sbr]\\.',
    pattern: `hv[sbr]\\.${BODY}{90,300}`,
    source: 'gitleaks: vault-service-token, vault-batch-token',
  },
  {
    kind: 'terraform token',
    hint: 'atlasv1',
    pattern: `${ALNUM}{14}\\.atlasv1\\.${BODY}{60,70}`,
    source: 'gitleaks: hashicorp-tf-api-token',
  },
  {
    kind: 'pulumi token',
    hint: 'pul-',
    pattern: `pul-${HEX}{40}${END}`,
    source: 'gitleaks: pulumi-api-token',
  },
  {
    kind: 'doppler token',
    hint: 'dp\\.[a-z]{2,5}\\.',
    pattern: `dp\\.(?:pt|st|ct|sa|scim|audit)\\.(?:[a-z0-9_-]{2,35}\\.)?${ALNUM}{40,44}${END}`,
    source: 'gitleaks: doppler-api-token',
  },
  {
    kind: 'fly.io token',
    hint: 'fo1_|fm1[ar]_|fm2_',
    pattern: `fo1_${BODY}{43}${END}|fm(?:1[ar]|2)_[A-Za-z0-9+/]{100,4096}={0,3}`,
    source: 'gitleaks: flyio-access-token',
  },
  {
    kind: 'heroku key',
    hint: 'HRKU-',
    pattern: `HRKU-AA${BODY}{58}${END}`,
    source: 'gitleaks: heroku-api-key-v2',
  },
  {
    kind: 'planetscale token',
    hint: 'pscale_',
    pattern: `pscale_(?:tkn|oauth|pw)_[A-Za-z0-9_=.-]{32,64}`,
    source: 'gitleaks: planetscale-api-token, -oauth-token, -password',
  },
  {
    kind: 'openshift token',
    hint: 'sha256~',
    pattern: `sha256~${BODY}{43}${END}`,
    source: 'gitleaks: openshift-user-token',
  },
  {
    kind: 'alibaba key id',
    hint: 'LTAI',
    pattern: `LTAI${ALNUM}{20}${END}`,
    source: 'gitleaks: alibaba-access-key-id',
  },
  {
    kind: 'artifactory token',
    hint: 'AKCp|cmVmd',
    pattern: `AKCp${ALNUM}{69}${END}|cmVmd${ALNUM}{59}${END}`,
    source: 'gitleaks: artifactory-api-key, artifactory-reference-token',
  },
  {
    kind: 'grafana token',
    hint: 'glc_|glsa_|eyJrIjoi',
    pattern: `glsa_${ALNUM}{32}_[A-Fa-f0-9]{8}${END}|glc_[A-Za-z0-9+/]{32,400}={0,3}|eyJrIjoi${ALNUM}{70,400}={0,3}${END}`,
    source: 'gitleaks: grafana-service-account-token, -cloud-api-token, -api-key',
  },
  {
    kind: 'sentry token',
    hint: 'sntry[su]_',
    pattern: `sntrys_eyJ[A-Za-z0-9+/=]{40,600}_[A-Za-z0-9+/]{43}|sntryu_${HEX}{64}${END}`,
    source: 'gitleaks: sentry-org-token, sentry-user-token',
  },
  {
    kind: 'sourcegraph token',
    hint: 'sgp_',
    pattern: `sgp_(?:(?:${HEX}{16}|local)_)?${HEX}{40}${END}`,
    source: 'gitleaks: sourcegraph-access-token',
  },
  {
    kind: 'dynatrace token',
    hint: 'dt0c01\\.',
    pattern: `dt0c01\\.${ALNUM}{24}\\.${ALNUM}{64}${END}`,
    source: 'gitleaks: dynatrace-api-token',
  },
  {
    kind: 'postman key',
    hint: 'PMAK-',
    pattern: `PMAK-${HEX}{24}-${HEX}{34}${END}`,
    source: 'gitleaks: postman-api-token',
  },
  {
    kind: 'linear key',
    hint: 'lin_',
    pattern: `lin_(?:api|oauth)_${ALNUM}{40,64}${END}`,
    source: 'gitleaks: linear-api-key',
  },
  {
    kind: 'notion token',
    hint: 'ntn_',
    pattern: `ntn_[0-9]{11}${ALNUM}{35}${END}`,
    source: 'gitleaks: notion-api-token',
  },
  {
    kind: 'figma token',
    hint: 'fig[dorh]_',
    pattern: `fig[dorh]_${BODY}{40,100}`,
    source: 'developers.figma.com/docs',
  },
  {
    kind: 'airtable token',
    hint: 'pat[A-Za-z0-9]{14}\\.',
    pattern: `pat${ALNUM}{14}\\.${HEX}{64}${END}`,
    source: 'gitleaks: airtable-personnal-access-token',
  },
  {
    kind: 'shopify token',
    hint: 'shp[a-z]{2}_',
    pattern: `shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}${END}`,
    source: 'gitleaks: shopify-access-token and others',
  },
  {
    kind: 'octopus key',
    hint: 'API-',
    pattern: `API-[A-Z0-9]{26}${END}`,
    source: 'gitleaks: octopus-deploy-api-key',
  },
  {
    kind: '1password token',
    hint: 'ops_eyJ|A3-',
    pattern: `ops_eyJ[A-Za-z0-9+/]{250,4096}={0,3}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}${END}`,
    source: 'gitleaks: 1password-service-account-token, 1password-secret-key',
  },
  {
    kind: 'age key',
    hint: 'AGE-SECRET-KEY-',
    pattern: `AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}${END}`,
    source: 'gitleaks: age-secret-key',
  },
  {
    kind: 'json web token',
    hint: 'eyJ',
    pattern: `eyJ${BODY}{10,4096}\\.eyJ${BODY}{10,8192}\\.${BODY}{10,2048}`,
    source: 'gitleaks: jwt; RFC 7519',
  },
];
