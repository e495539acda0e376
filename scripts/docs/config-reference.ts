import { ANY_NAME, type ConfigKey, describeConfig } from '../../src/core/domain/policy/config-key.ts';
import { code, GENERATED, markdownTable } from './markdown-table.ts';

const HEAD = `# Configuration

${GENERATED}

\`hydra.toml\` is at the root of the repository. Every key is optional: \`hydra init\` writes a commented file with the
values in effect. It is read from the base commit, never from a candidate. If the base has none, the one in the work tree
is used, and the result notes that; \`--config FILE\` selects another. An unknown key or a wrong type is an error with its
line.

Timeouts: \`[scoring.timeouts]\` takes precedence over \`timeout_per_check_seconds\`, which takes precedence over the
defaults.

Patterns (\`editable_tests\`, paths of reports, \`diff_within\` of tasks): \`*\` and \`?\` match anything but a slash, \`**\`
matches anything, \`{a,b}\` is a choice, and everything else is literal. In \`editable_tests\` and \`diff_within\` a path
without wildcards may also name a folder. \`protected_paths\` and \`allowed_paths\` are
patterns as in a \`.gitignore\`: \`infra/\` is that folder at any depth, \`/infra\` only at the root, \`*.lock\` a file in any
folder, and \`!\` makes an exception. A pattern that matches no file of the base is noted.

\`\`\`toml
[scoring]
profile = "js-node"
timeout_per_check_seconds = 300

[scoring.commands]
install = "npm ci"
test = "npm run test:unit"
lint = false

[scoring.gates]
max_test_regression_percent = 0

[scoring.diff_scope]
protected_paths = ["infra/", "scripts/release/"]

[scoring.security]
command = "npm audit --omit=dev"

[checks.security]
network = true
\`\`\`
`;

/** A table whose keys the user chooses is a row of the table above it. */
const isFreeTable = ({ type }: ConfigKey): boolean => type.startsWith('table of');

const shownDefault = (key: ConfigKey): string =>
  isFreeTable(key) ? 'empty' : key.default === undefined ? '' : code(JSON.stringify(key.default));

const childrenOf = (table: ConfigKey, keys: readonly ConfigKey[]): readonly ConfigKey[] =>
  keys.filter(
    ({ path, isTable }) =>
      !isTable && path.length === table.path.length + 1 && table.path.every((part, at) => path[at] === part),
  );

const section = (table: ConfigKey, keys: readonly ConfigKey[]): readonly string[] => {
  const children = table.members ?? childrenOf(table, keys);
  if (children.length === 0) return [];
  const path = table.members === undefined ? table.path : [...table.path, ANY_NAME];
  const rows = children.map((key) => [
    code(key.path.at(-1) ?? ''),
    key.type,
    shownDefault(key),
    key.description,
  ]);
  return [
    `## [${path.join('.')}]`,
    '',
    table.description,
    '',
    ...markdownTable(['key', 'type', 'default', 'meaning'], rows),
    '',
  ];
};

/** docs/configuration.md, from the schema that reads the file. */
export const configReference = (): string => {
  const keys = describeConfig();
  const sections = keys
    .filter(({ isTable, members }) => isTable || members !== undefined)
    .flatMap((table) => section(table, keys));
  return `${[HEAD, ...sections].join('\n').trimEnd()}\n`;
};
