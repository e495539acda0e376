import type { FileChange, FlagRule } from '../flag-rule.ts';
import { presentPart } from '../../../languages/parts/missing-part.ts';
import type { FileVersion } from '../../../syntax/file-version.ts';
import { stringValue } from '../../../syntax/literals.ts';
import { isExample, isProgram, newSightings, type Sighting } from '../reading/sightings.ts';

const SECRET_VARIABLE =
  /^(?:AWS_(?:SECRET_ACCESS_KEY|ACCESS_KEY_ID|SESSION_TOKEN)|(?:GITHUB|GH|GITLAB|NPM|NODE_AUTH|PYPI|TWINE|CI_JOB|DOCKER|VAULT|HEROKU|SLACK|OPENAI|ANTHROPIC|CODECOV)_(?:API_)?(?:TOKEN|KEY|PASSWORD|AUTH_TOKEN)|SSH_AUTH_SOCK|OPENAI_API_KEY|ANTHROPIC_API_KEY)$/;
const SECRET_PATH =
  /(?:^|[/~\\])(?:\.ssh(?:[/\\]|$)|\.aws[/\\]|\.netrc$|\.npmrc$|\.pypirc$|\.docker[/\\]config|\.kube[/\\]|\.git-credentials$|id_(?:rsa|ed25519|ecdsa)\b)|^\/etc\/(?:passwd|shadow)$|^\/proc\/(?:self|\d+)\/(?:environ|mem|maps)$|^\/var\/run\/docker\.sock$/;

const lookForAccess = (version: FileVersion, { language }: FileChange): readonly Sighting[] => {
  const program = presentPart(language?.program);
  const actions = program?.read(version) ?? null;
  return (actions?.calls ?? []).flatMap(({ name, node }): readonly Sighting[] => {
    const { opensNetwork, startsPrograms } = program!.calls;
    const how = opensNetwork.test(name) ? 'the network' : startsPrograms.test(name) ? 'other programs' : null;
    if (how === null) return [];
    const sentence = `The file reaches for ${how} (${name}) and did not before.`;
    return [{ rule: 'outside-access', key: how, offset: actions!.syntax.start(node), sentence }];
  });
};

const lookForSecrets = (version: FileVersion, { language }: FileChange): readonly Sighting[] => {
  const strings = version.strings.map(({ start, end }) => ({
    value: stringValue(version.text.slice(start, Math.min(end, start + 200))),
    offset: start,
  }));
  const member = presentPart(language?.program)?.detection.variableMember;
  const members = [...(member === undefined ? [] : version.code.matchAll(member))].map((match) => ({
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

/** Only if nothing here used the network or a shell before: a file that did may use them further. */
export const outsideAccess: FlagRule = {
  rule: 'outside-access',
  find: (change) => {
    const programs = change.files.filter(
      (file) =>
        (isProgram(file) || file.part === 'manifest') &&
        !isExample(change, file) &&
        !file.path.startsWith('bin/'),
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
