import { Command } from 'commander';
import type { CacheStats } from '../../../shell/ports/run-store.ts';
import type { PruneLimits, DiskUsageItem, DiskUsageKind } from '../../../shell/ports/disk-usage.ts';
import {
  CLEAR_LIMITS,
  pruneStorage,
  type Pruned,
  surveyStorage,
} from '../../../shell/stored/prune-storage.ts';
import { UserError } from '../../../shell/errors/user-error.ts';
import { openStorageTools } from '../../wiring/wiring.ts';
import type { CommandContext } from '../console/command-context.ts';
import { examples, jsonOption, repoOption } from '../console/common-options.ts';
import { ageInMs, bytesText, sizeInBytes } from '../views/size-and-age.ts';
import type { Terminal } from '../console/terminal.ts';

type Options = {
  readonly repo: string;
  readonly json?: true;
  readonly prune?: true;
  readonly clear?: true;
  readonly maxSize?: number;
  readonly olderThan?: number;
};

const TITLES: Readonly<Record<DiskUsageKind, string>> = {
  run: 'runs (never pruned)',
  objects: 'objects of candidates',
  checkout: 'checkouts of bases',
  installation: 'installed dependencies',
  build: 'builds of unfinished runs',
  support: 'system settings',
  answer: 'known evaluations',
  trial: 'trials of agents',
  workspace: 'workspaces',
  'kept-workspace': 'kept workspaces',
};

const limitsOf = ({ prune, clear, maxSize, olderThan }: Options): PruneLimits | null | undefined => {
  const limited = maxSize !== undefined || olderThan !== undefined;
  if (limited && prune === undefined)
    throw new UserError('cache-limits', '--max-size and --older-than belong to --prune', 'Add --prune.');
  if (clear) return CLEAR_LIMITS;
  if (!prune) return undefined;
  if (!limited) return null;
  return {
    ...(maxSize === undefined ? {} : { maxBytes: maxSize }),
    ...(olderThan === undefined ? {} : { olderThanMs: olderThan }),
  };
};

const day = (iso: string): string => iso.replace('T', ' ').slice(0, 16);

const row = ({ print, paint }: Terminal, title: string, stats: CacheStats, lastUsed: string | null): void => {
  const used = lastUsed === null ? '' : paint.dim(`  last used ${day(lastUsed)}`);
  print(
    `  ${title.padEnd(34)} ${String(stats.entries).padStart(6)}  ${bytesText(stats.bytes).padStart(10)}${used}`,
  );
};

const printSurvey = (terminal: Terminal, results: CacheStats, items: readonly DiskUsageItem[]): void => {
  row(terminal, 'cached results of checks', results, null);
  for (const kind of Object.keys(TITLES) as DiskUsageKind[]) {
    const some = items.filter((item) => item.kind === kind);
    if (some.length === 0) continue;
    const bytes = some.reduce((sum, item) => sum + item.bytes, 0);
    const lastUsed =
      some
        .map((item) => item.lastUsed)
        .sort()
        .at(-1) ?? null;
    row(terminal, TITLES[kind], { entries: some.length, bytes }, lastUsed);
  }
};

const printPruned = ({ print, paint }: Terminal, { results, shared }: Pruned): void =>
  print(
    `${paint.good('✓')} removed ${results.entries} cached results (${bytesText(results.bytes)}) and ${shared.entries} shared folders (${bytesText(shared.bytes)})`,
  );

const cacheCommand = async ({ terminal }: CommandContext, options: Options): Promise<void> => {
  const limits = limitsOf(options);
  const tools = await openStorageTools(options.repo);
  const pruned = limits === undefined ? null : await pruneStorage(tools, limits);
  const { results, storage: items } = await surveyStorage(tools);
  if (options.json)
    return terminal.print(
      JSON.stringify({ results, storage: items, ...(pruned === null ? {} : { pruned }) }, null, 2),
    );
  if (pruned !== null) printPruned(terminal, pruned);
  printSurvey(terminal, results, items);
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description(
      'Show, prune or clear what is cached to save work: results of checks, checkouts, installations. Stored runs always stay.',
    )
    .option(
      '--prune',
      'remove what has not been used recently (results: 30 days, 2 GB; the rest: 14 days, 20 GB)',
    )
    .option(
      '--max-size <size>',
      'with --prune: keep at most this much, removing the least recently used first',
      sizeInBytes,
    )
    .option(
      '--older-than <age>',
      'with --prune: remove what has not been used for this long, such as 30d',
      ageInMs,
    )
    .option('--clear', 'remove everything that can be recreated and that no living run uses')
    .addOption(repoOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples('hydra cache', 'hydra cache --prune --max-size 500MB --older-than 7d', 'hydra cache --clear'),
    )
    .action((options: Options) => cacheCommand(context, options));
