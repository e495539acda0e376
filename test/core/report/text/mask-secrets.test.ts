import { createHash, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KNOWN_TOKENS } from '../../../../src/core/text/known-tokens.ts';
import { maskSecrets } from '../../../../src/core/report/text/mask-secrets.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ALPHANUMERIC = `${LETTERS}0123456789`;

/** Generated in every run: no secret, not even a revoked one, is in this file. */
const random = (length: number, alphabet = ALPHANUMERIC): string => {
  const made = Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('');
  return alphabet === ALPHANUMERIC ? `a7Q${made.slice(3)}` : made;
};
const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (): string =>
  [base64url({ alg: 'HS256', typ: 'JWT' }), base64url({ sub: random(8), iat: 1 }), random(43)].join('.');

const HEX = '0123456789abcdef';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Split in two, so that secret scanners do not take this file for a leak. */
const TOKENS: Readonly<Record<string, readonly (() => string)[]>> = {
  'aws key id': [() => `AK${'IA'}${random(16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`],
  'aws bedrock key': [() => `AB${'SK'}${random(120)}==`],
  'github token': [
    () => `gh${'p_'}${random(36)}`,
    () => `gh${'s_'}${random(36)}`,
    () => `github_${'pat_'}${random(22)}_${random(59)}`,
  ],
  'gitlab token': [
    () => `gl${'pat-'}${random(20)}`,
    () => `gl${'pat-'}${random(40)}.01${random(7, HEX)}`,
    () => `glrt-${'t1_'}${random(30)}.01${random(7, HEX)}`,
    () => `GR13${'48941'}${random(20)}`,
  ],
  'npm token': [() => `np${'m_'}${random(36)}`],
  'pypi token': [() => `pypi-${'AgEIcHlwaS5vcmc'}${random(80)}`],
  'rubygems key': [() => `ruby${'gems_'}${random(48, HEX)}`],
  'clojars token': [() => `CLOJ${'ARS_'}${random(60, 'abcdef0123456789')}`],
  'slack token': [
    () => `xox${'b-'}${random(12, '0123456789')}-${random(24)}`,
    () => `xoxe.${'xoxp-'}1-${random(163)}`,
    () => `xapp${'-1-'}${random(40)}`,
  ],
  'stripe key': [() => `sk_${'live_'}${random(24)}`, () => `wh${'sec_'}${random(32)}`],
  'square token': [() => `sq0${'atp-'}${random(22)}`],
  'google key': [
    () => `AI${'za'}${random(35)}`,
    () => `ya${'29.'}${random(60)}`,
    () => `GOC${'SPX-'}${random(28)}`,
  ],
  'anthropic key': [() => `sk-${'ant-'}api03-${random(90)}`],
  'openai key': [() => `sk-${'proj-'}${random(48)}`, () => `sk${'-'}${random(48)}`],
  'groq key': [() => `gs${'k_'}${random(52)}`],
  'xai key': [() => `xa${'i-'}${random(80)}`],
  'perplexity key': [() => `pp${'lx-'}${random(48)}`],
  'hugging face token': [() => `h${'f_'}${random(34, LETTERS)}`, () => `api_${'org_'}${random(34, LETTERS)}`],
  'sendgrid key': [() => `S${'G.'}${random(22)}.${random(43)}`],
  'brevo key': [() => `xkey${'sib-'}${random(64, HEX)}-${random(16)}`],
  'twilio key': [() => `S${'K'}${random(32, HEX)}`],
  'docker token': [() => `dckr${'_pat_'}${random(27)}`],
  'digitalocean token': [() => `dop${'_v1_'}${random(64, HEX)}`],
  'databricks token': [() => `da${'pi'}${random(32, HEX)}-2`],
  'hashicorp vault token': [() => `hv${'s.'}${random(95)}`, () => `hv${'b.'}${random(150)}`],
  'terraform token': [() => `${random(14)}.${'atlasv1'}.${random(67)}`],
  'pulumi token': [() => `pu${'l-'}${random(40, HEX)}`],
  'doppler token': [() => `dp.${'pt.'}${random(43)}`, () => `dp.${'st.'}dev_main.${random(43)}`],
  'fly.io token': [() => `fo${'1_'}${random(43)}`, () => `fm${'2_'}${random(200)}==`],
  'heroku key': [() => `HR${'KU-AA'}${random(58)}`],
  'planetscale token': [() => `pscale_${'tkn_'}${random(43)}`],
  'openshift token': [() => `sha${'256~'}${random(43)}`],
  'alibaba key id': [() => `LT${'AI'}${random(20)}`],
  'artifactory token': [() => `AK${'Cp'}${random(69)}`, () => `cmV${'md'}${random(59)}`],
  'grafana token': [
    () => `gl${'sa_'}${random(32)}_${random(8, HEX)}`,
    () => `gl${'c_'}${random(80)}==`,
    () => `eyJr${'Ijoi'}${random(90)}=`,
  ],
  'sentry token': [
    () => `sntr${'ys_'}eyJpYXQiO${random(90)}=_${random(43)}`,
    () => `sntr${'yu_'}${random(64, HEX)}`,
  ],
  'sourcegraph token': [
    () => `sg${'p_'}${random(40, HEX)}`,
    () => `sg${'p_'}${random(16, HEX)}_${random(40, HEX)}`,
  ],
  'dynatrace token': [() => `dt0${'c01.'}${random(24)}.${random(64)}`],
  'postman key': [() => `PM${'AK-'}${random(24, HEX)}-${random(34, HEX)}`],
  'linear key': [() => `lin${'_api_'}${random(40)}`],
  'notion token': [() => `nt${'n_'}${random(11, '0123456789')}${random(35)}`],
  'figma token': [() => `fig${'d_'}${random(40)}`],
  'airtable token': [() => `pa${'t'}${random(14)}.${random(64, HEX)}`],
  'shopify token': [() => `shp${'at_'}${random(32, HEX)}`],
  'octopus key': [() => `AP${'I-'}${random(26, UPPER)}`],
  '1password token': [
    () => `ops${'_eyJ'}${random(300)}`,
    () =>
      `A${'3-'}${random(6, UPPER)}-${random(11, UPPER)}-${random(5, UPPER)}-${random(5, UPPER)}-${random(5, UPPER)}`,
  ],
  'age key': [() => `AGE-SECRET-${'KEY-1'}${random(58, 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L')}`],
  'json web token': [jwt],
};

const SAMPLES = Object.entries(TOKENS).flatMap(([kind, makers]) =>
  makers.map((make) => [kind, make] as const),
);

const PLACES: readonly ((token: string) => string)[] = [
  (token) => token,
  (token) => `before ${token} after`,
  (token) => `+const it = '${token}';`,
  (token) => JSON.stringify({ value: `x\n${token}` }),
  (token) => `curl -H "X: ${token}" https://example.com/path`,
];

describe('known shapes', () => {
  test('every kind has a sample', () => {
    expect(Object.keys(TOKENS).sort()).toEqual([...new Set(KNOWN_TOKENS.map(({ kind }) => kind))].sort());
  });

  test.each(SAMPLES)('%s is masked in any position', (kind, make) => {
    for (const place of PLACES) {
      const token = make();
      const { text, masked } = maskSecrets(place(token));
      expect(masked).toBe(1);
      expect(text).not.toContain(token.slice(-12));
      expect(text).toContain(`[masked ${kind}]`);
    }
  });

  test.each(SAMPLES)('%s is found without any other hint', (kind, make) => {
    expect(maskSecrets(make())).toEqual({ text: `[masked ${kind}]`, masked: 1 });
  });

  test('every occurrence counts', () => {
    const all = SAMPLES.map(([, make]) => make());
    expect(maskSecrets(all.join('\n')).masked).toBe(all.length);
  });

  test('masking twice changes nothing more', () => {
    const once = maskSecrets(SAMPLES.map(([, make]) => `password="${make()}"`).join('\n'));
    expect(maskSecrets(once.text)).toEqual({ text: once.text, masked: 0 });
  });
});

describe('private keys', () => {
  const pem = (): string =>
    generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString();

  test.each([
    ['in a file', (key: string) => key],
    ['in a diff', (key: string) => key.replaceAll(/^/gm, '+')],
    ['in a string', (key: string) => JSON.stringify({ key, next: 1 })],
    ['cut short', (key: string) => key.slice(0, 100)],
  ])('%s', (_, place) => {
    const key = pem();
    const secret = key.split('\n')[1]?.slice(0, 30) ?? '';
    const { text, masked } = maskSecrets(place(key));
    expect(masked).toBe(1);
    expect(text).not.toContain(secret.slice(0, 20));
    expect(text).toContain('PRIVATE KEY');
  });

  test('a marker alone, or a public key, is not masked', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const text = `${publicKey.export({ type: 'spki', format: 'pem' }).toString()}\n-----BEGIN PRIVATE KEY-----`;
    expect(maskSecrets(text)).toEqual({ text, masked: 0 });
  });

  test('JSON stays JSON', () => {
    const hostile = { a: '-----BEGIN PRIVATE KEY-----', b: random(64), c: '-----END PRIVATE KEY-----' };
    expect(JSON.parse(maskSecrets(JSON.stringify(hostile)).text)).toEqual(hostile);
  });
});

describe('passwords', () => {
  test.each([
    ['a URL', () => [`postgres://app:`, random(16), `@db.example.com/x`]],
    ['an assignment', () => [`password = "`, random(20), `"`]],
    ['an environment file', () => [`DB_PASSWORD=`, random(20), `\nNEXT=1`]],
    ['JSON', () => [`{"client_secret": "`, random(32), `"}`]],
    ['JSON in a string', () => [`"{\\"api_key\\": \\"`, random(32), `\\"}"`]],
    ['an AWS secret', () => [`aws_secret_access_key = `, random(40), ``]],
    ['a header', () => [`Authorization: Bearer `, random(40), ``]],
    ['an npm setting', () => [`//registry.example.com/:_authToken=`, random(36), ``]],
    [
      'a Slack webhook',
      () => ['https://hooks.slack.com/services/', `T0${random(9)}/B0${random(9)}/${random(24)}`, ' posted'],
    ],
    ['an Azure setting', () => [`AccountKey=`, `${random(86)}==`, `;End=1`]],
  ])('in %s', (_, make) => {
    const [before, secret, after] = make() as [string, string, string];
    const { text, masked } = maskSecrets(before + secret + after);
    expect(masked).toBe(1);
    expect(text).not.toContain(secret.slice(0, 10));
    expect(text.startsWith(before)).toBe(true);
    expect(text.endsWith(after)).toBe(true);
  });
});

describe('harmless look-alikes stay', () => {
  const digest = (name: string, encoding: 'hex' | 'base64') =>
    createHash(name).update(randomBytes(8)).digest(encoding);
  test.each([
    ['a commit', () => `commit ${digest('sha1', 'hex')}`],
    [
      'an index line',
      () => `index ${digest('sha1', 'hex').slice(0, 10)}..${digest('sha1', 'hex').slice(0, 10)} 100644`,
    ],
    ['a checksum', () => `sha256:${digest('sha256', 'hex')}  token.txt`],
    ['a checksum of a key', () => `"token": "${digest('sha256', 'hex')}"`],
    ['a UUID', () => `session_token = "${randomUUID()}"`],
    ['an integrity of a lockfile', () => `"integrity": "sha512-${digest('sha512', 'base64')}"`],
    ['an image', () => `url(data:image/png;base64,${randomBytes(4000).toString('base64')})`],
    [
      'a source map',
      () => `//# sourceMappingURL=data:application/json;base64,${base64url({ version: 3 }).repeat(9)}`,
    ],
    ['code', () => 'const token = await readToken(request.headers.authorization2);'],
    ['code with an index', () => 'password = config.users[0].password2'],
    ['a name', () => 'secret_name: my-service-token-v2'],
    ['a type', () => 'token: TokenType2 | undefined; apiKey?: string'],
    ['a variable', () => 'password: ${DB_PASSWORD_1}, token=$TOKEN, key="<your key here>"'],
    [
      'a URL without a password',
      () => 'git clone ssh://git@example.com:2222/repo.git https://example.com:8080/a@b',
    ],
    ['a URL with a placeholder', () => 'postgres://user:${PASSWORD}@host https://u:***@host'],
    ['a class name', () => '<div class="sk-folding-cube-with-many-words task-sk-1"></div>'],
    ['a test name', () => 'keeps the secret token: 100 passed in 2026-01-01T10:00:00Z'],
    ['a package', () => '"@scope/secret-key-loader": "^1.2.3", "token": "npm:token-types@4.2.1"'],
    [
      'prefixes without tokens',
      () => 'API-first SKU A3-B4 pat. hf_hub npm_config_cache glc_ sgp_ dp.pt. AGE-SECRET-KEY-',
    ],
    ['a path', () => 'token: src/core/parse/token-reader.ts:12:5'],
  ])('%s', (_, make) => {
    for (let round = 0; round < 20; round += 1) {
      const text = make();
      expect(maskSecrets(text)).toEqual({ text, masked: 0 });
    }
  });
});

describe('hostile text', () => {
  test('an escape before a value is never cut in two', () => {
    const json = JSON.stringify({ text: 'password=\n#@*&-A%+0' });
    expect(() => JSON.parse(maskSecrets(json).text)).not.toThrow();
  });

  test('any text is handled, and JSON stays JSON', () => {
    const word = fc.constantFrom(
      'eyJ',
      '.',
      'password',
      '=',
      '"',
      "'",
      '\\',
      'ghp_',
      'sk-',
      '://',
      ':',
      '@',
      '-----BEGIN PRIVATE KEY-----',
      '-----',
      'a1B2c3D4e5F6g7H8',
      ' ',
      '\n',
      '\u0000',
      'bearer ',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string()), { maxLength: 60 }), (words) => {
        const json = JSON.stringify({ text: words.join('') });
        const { text, masked } = maskSecrets(json);
        expect(() => JSON.parse(text)).not.toThrow();
        if (masked === 0) expect(text).toBe(json);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    'eyJ',
    'eyJaaaaaaaaaaaa.',
    'password=',
    'password=_1_a_1_a_1_a_1_a_1_a_1_a_1_a_1_a_1_a_1_a_1_a! ',
    'a://b:',
    'a://',
    'sk-',
    '-----BEGIN PRIVATE KEY-----',
    'token ',
    'ghp_a',
    'xoxb-',
    'Bearer ',
    'A',
    '-',
    'a.',
    'aaaaaaaaaaaaaa.atlasv1.',
    'sntrys_eyJ',
    'dp.pt.a.',
    'https://hooks.slack.com/services/',
  ])('megabytes of %j are read in one pass', (part) => {
    // If a mask rereads every character before it for each one, this takes hours and runs out of time.
    const text = `token ${part.repeat(Math.ceil(4_000_000 / part.length))}`;
    expect(maskSecrets(text).masked).toBeGreaterThanOrEqual(0);
  });
});
