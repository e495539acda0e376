import { Command } from 'commander';
import { findFlagKind, flagCatalogue } from '../../../core/analyse/flags/flag-catalogue.ts';
import type { FlagKind } from '../../../core/domain/flags/flag-kind.ts';
import type { FlagSeverity } from '../../../core/domain/flags/flag.ts';
import { UserError } from '../../../shell/errors/user-error.ts';
import type { CommandContext } from '../console/command-context.ts';
import { examples, jsonOption } from '../console/common-options.ts';
import type { Terminal } from '../console/terminal.ts';

const DOES: Readonly<Record<FlagSeverity, string>> = {
  block: 'the candidate cannot win',
  warn: 'shown, without effect on the decision',
  off: 'not shown unless the policy asks for it',
};

const paintSeverity = ({ paint }: Terminal, severity: FlagSeverity): string =>
  ({ block: paint.bad, warn: paint.warn, off: paint.dim })[severity](severity);

const explained = (terminal: Terminal, kind: FlagKind): string =>
  [
    `${terminal.paint.bold(kind.id)}: ${kind.title}`,
    `  what it means  ${kind.meaning}`,
    `  what to do     ${kind.advice}`,
    `  by default     ${paintSeverity(terminal, kind.standard)} (${DOES[kind.standard]}${kind.consent ? `; a merge needs --allow ${kind.id}` : ''})`,
    `  to change it   [trust.flags] ${kind.id} = "block", "warn" or "off" in hydra.toml`,
  ].join('\n');

const listed = (terminal: Terminal): string => {
  const width = Math.max(...flagCatalogue.map(({ id }) => id.length));
  return flagCatalogue
    .map(
      ({ id, standard, title }) =>
        `${id.padEnd(width)}  ${paintSeverity(terminal, standard).padEnd(5)}  ${title}`,
    )
    .join('\n');
};

const closest = (id: string): string => {
  const near = flagCatalogue.filter((kind) =>
    kind.id.split('-').some((word) => id.toLowerCase().includes(word)),
  );
  return near.length === 0
    ? 'Run `hydra explain` for all of them.'
    : `Did you mean ${near
        .slice(0, 3)
        .map((kind) => kind.id)
        .join(', ')}? \`hydra explain\` lists all of them.`;
};

const explain = (
  { terminal }: CommandContext,
  id: string | undefined,
  options: { readonly json?: true },
): void => {
  if (id === undefined)
    return terminal.print(options.json ? JSON.stringify(flagCatalogue, null, 2) : listed(terminal));
  const kind = findFlagKind(id);
  if (!kind) throw new UserError('unknown-flag', `There is no flag “${id}”.`, closest(id));
  terminal.print(options.json ? JSON.stringify(kind, null, 2) : explained(terminal, kind));
};

export const build = (context: CommandContext): Command =>
  new Command()
    .description('Explain what a flag means and what to do about it; without a name, list all flags.')
    .argument('[flag]', 'its id, as shown in results')
    .addOption(jsonOption())
    .addHelpText('after', examples('hydra explain', 'hydra explain special-casing'))
    .action((id: string | undefined, options: { readonly json?: true }) => explain(context, id, options));
