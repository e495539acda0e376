import { type ConfigKey, describeConfig } from '../../domain/policy/config-key.ts';
import type { HydraConfig } from '../../domain/policy/hydra-config.ts';
import type { CheckPlan } from '../../domain/source/repo-facts.ts';
import { tomlKey, tomlValue } from '../text/toml-value.ts';

const HEAD = [
  'How Hydra judges candidate changes to this repository.',
  'It is read from the base commit, never from a candidate. Lines that are commented out show what is in effect.',
];

/** A commented file with every key. It parses to the same configuration: keys that are not set are comments. */
export const renderHydraToml = (plan: CheckPlan, config: HydraConfig): string => {
  const keys = describeConfig();
  const tables = keys.filter((key) => key.isTable || isFreeTable(key));
  const notes = plan.notes.map((note) => `Note: ${note}.`);
  const head = [...HEAD, ...(notes.length > 0 ? ['', ...notes] : [])].map(comment);
  const shown = tables
    .map((table) => renderTable(table, keys, { plan, config }))
    .filter((text) => text !== '');
  return `${[head.join('\n').trimEnd(), ...shown].join('\n\n')}\n`;
};

type Context = { readonly plan: CheckPlan; readonly config: HydraConfig };

/** A table whose keys the user chooses. */
const isFreeTable = (key: ConfigKey): boolean => key.type.startsWith('table of');

const renderTable = (table: ConfigKey, keys: readonly ConfigKey[], context: Context): string => {
  const leaves = isFreeTable(table) ? [] : childrenOf(table, keys);
  if (leaves.length === 0 && !isFreeTable(table)) return '';
  const value = valueAt(context.config, table.path);
  const header = `[${table.path.map(tomlKey).join('.')}]`;
  const mark = value === undefined ? '# ' : '';
  const body = isFreeTable(table)
    ? Object.entries(value ?? {}).map(([name, of]) => `${tomlKey(name)} = ${tomlValue(of)}`)
    : leaves.map((leaf) => `${comment(leaf.description)}\n${renderLeaf(leaf, context)}`);
  return [comment(table.description), `${mark}${header}`, ...body].join('\n');
};

const childrenOf = (table: ConfigKey, keys: readonly ConfigKey[]): readonly ConfigKey[] =>
  keys.filter(
    (key) =>
      !key.isTable &&
      !isFreeTable(key) &&
      key.path.length === table.path.length + 1 &&
      table.path.every((part, index) => key.path[index] === part),
  );

const renderLeaf = (leaf: ConfigKey, { plan, config }: Context): string => {
  const name = tomlKey(leaf.path.at(-1)!);
  const value = valueAt(config, leaf.path);
  if (value !== undefined) return `${name} = ${tomlValue(value)}`;
  return `# ${name} = ${tomlValue(inEffect(leaf.path, plan) ?? EXAMPLES[leaf.path.join('.')] ?? '')}`;
};

/** The plan's defaults for keys that the configuration does not set. */
const inEffect = (path: readonly string[], plan: CheckPlan): unknown => {
  const [, table, name] = path;
  if (table === 'profile') return plan.profile === 'custom' ? undefined : plan.profile;
  if (table === 'commands') return plan.commands[name as keyof CheckPlan['commands']] ?? false;
  if (table === 'timeouts') {
    const timeoutMs =
      name === 'install' ? plan.install?.timeoutMs : plan.checks.find(({ kind }) => kind === name)?.timeoutMs;
    return timeoutMs === undefined ? undefined : timeoutMs / 1000;
  }
  return name === 'network' ? table === 'install' : undefined;
};

const EXAMPLES: Readonly<Record<string, unknown>> = {
  'scoring.profile': 'python',
  'scoring.timeout_per_check_seconds': 300,
  'scoring.weights.cost': 10,
  'scoring.timeouts.install': 900,
  'scoring.timeouts.build': 300,
  'scoring.timeouts.test': 600,
  'scoring.timeouts.lint': 300,
  'scoring.timeouts.types': 300,
  'scoring.timeouts.security': 300,
  'scoring.security.command': './scripts/security-check',
  'checks.limits.memory_mb': 8192,
  'checks.limits.processes': 4096,
  'checks.limits.disk_mb': 10_240,
  'checks.limits.output_mb': 256,
  'checks.limits.open_files': 65_536,
  'sandbox.engine': 'podman',
  'sandbox.image': 'node:22',
  'scoring.reports.test.format': 'junit',
  'scoring.reports.test.path': '$HYDRA_REPORT_DIR/tests.xml',
  'scoring.reports.lint.format': 'sarif',
  'scoring.reports.lint.path': '$HYDRA_REPORT_DIR/lint.sarif',
  'scoring.reports.types.format': 'tsc',
  'scoring.reports.types.path': '$HYDRA_REPORT_DIR/types.txt',
};

const valueAt = (config: HydraConfig, path: readonly string[]): object | undefined => {
  let value: unknown = config;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value as object | undefined;
};

/** Notes may quote the repository: one line each, without control characters. */
const comment = (text: string): string =>
  `# ${text.replaceAll(/[\u0000-\u001F\u007F-\u009F\u2028\u2029]/g, ' ')}`.trimEnd();
