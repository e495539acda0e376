import type { FileChange, FlagRule } from '../flag-rule.ts';
import { actionsOf } from '../reading/actions-of.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';
import { stringValue } from '../../../syntax/literals.ts';
import { isExample, isProgram, newSightings, type Sighting } from '../reading/sightings.ts';

const SECRET_VARIABLE =
  /^(?:AWS_(?:SECRET_ACCESS_KEY|ACCESS_KEY_ID|SESSION_TOKEN)|(?:GITHUB|GH|GITLAB|NPM|NODE_AUTH|PYPI|TWINE|CI_JOB|DOCKER|VAULT|HEROKU|SLACK|OPENAI|ANTHROPIC|CODECOV)_(?:API_)?(?:TOKEN|KEY|PASSWORD|AUTH_TOKEN)|SSH_AUTH_SOCK|OPENAI_API_KEY|ANTHROPIC_API_KEY)$/;
const SECRET_PATH =
  /(?:^|[/~\\])(?:\.ssh(?:[/\\]|$)|\.aws[/\\]|\.netrc$|\.npmrc$|\.pypirc$|\.docker[/\\]config|\.kube[/\\]|\.git-credentials$|id_(?:rsa|ed25519|ecdsa)\b)|^\/etc\/(?:passwd|shadow)$|^\/proc\/(?:self|\d+)\/(?:environ|mem|maps)$|^\/var\/run\/docker\.sock$/;

const SHELLS =
  /^(?:child_process\.(?:exec|execSync|execFile|execFileSync|spawn|spawnSync|fork)|subprocess\.(?:run|Popen|call|check_call|check_output|getoutput)|os\.(?:system|popen|spawn\w+|exec[lv]\w*)|pty\.spawn)$/;
const NETWORK =
  /^(?:net\.(?:connect|createConnection|createServer|Socket)|dgram\.createSocket|https?\.(?:request|get)|http2\.connect|tls\.connect|fetch|XMLHttpRequest|WebSocket|ws|navigator\.sendBeacon|socket\.(?:socket|create_connection)|urllib\.request\.(?:urlopen|urlretrieve)|urlopen|requests\.(?:get|post|put|patch|delete|request|Session)|httpx\.(?:get|post|Client|AsyncClient|request)|aiohttp\.ClientSession|smtplib\.SMTP|ftplib\.FTP|axios\.(?:get|post|request))$/;

const lookForAccess = (version: FileVersion, { language }: FileChange): readonly Sighting[] => {
  const actions = actionsOf(language, version);
  return (actions?.calls ?? []).flatMap(({ name, node }): readonly Sighting[] => {
    const how = NETWORK.test(name) ? 'the network' : SHELLS.test(name) ? 'other programs' : null;
    if (how === null) return [];
    const sentence = `The file reaches for ${how} (${name}) and did not before.`;
    return [{ rule: 'outside-access', key: how, offset: actions!.syntax.start(node), sentence }];
  });
};

const lookForSecrets = (version: FileVersion): readonly Sighting[] => {
  const strings = version.strings.map(({ start, end }) => ({
    value: stringValue(version.text.slice(start, Math.min(end, start + 200))),
    offset: start,
  }));
  const members = [...version.code.matchAll(/\bprocess\.env\.(\w+)/g)].map((match) => ({
    value: match[1] ?? '',
    offset: match.index,
  }));
  return [...strings, ...members].flatMap(({ value, offset }): readonly Sighting[] =>
    SECRET_VARIABLE.test(value) || SECRET_PATH.test(value)
      ? [
          {
            rule: 'secret-access',
            key: value,
            offset,
            sentence: `The program asks for “${value.slice(0, 60)}”, where secrets are kept.`,
          },
        ]
      : [],
  );
};

const first = <T>(items: readonly T[]): readonly T[] => items.slice(0, 1);

/** Nothing here had the network or a shell before: a file that did may use them further. */
export const outsideAccess: FlagRule = {
  rule: 'outside-access',
  find: ({ files }) => {
    const programs = files.filter(
      (file) =>
        (isProgram(file) || file.part === 'manifest') && !isExample(file) && !file.path.startsWith('bin/'),
    );
    const before = new Set(
      programs.flatMap((file) => (file.before ? lookForAccess(file.before, file).map(({ key }) => key) : [])),
    );
    return programs.flatMap((file) =>
      first(
        newSightings('outside-access', [file], (version) =>
          lookForAccess(version, file).filter(({ key }) => !before.has(key)),
        ),
      ),
    );
  },
};

export const secretAccess: FlagRule = {
  rule: 'secret-access',
  find: ({ files }) => newSightings('secret-access', files.filter(isProgram), lookForSecrets),
};
