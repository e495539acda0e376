import type { Entrant } from '../../../core/domain/race/race-request.ts';
import { costPerSuccess } from '../../../core/race/cost-per-success.ts';
import { EVALUATION_FORMATS } from '../../../core/report/formats.ts';
import { raceLines } from '../../../core/report/run/race-text.ts';
import { printableLine } from '../../../core/report/text/printable.ts';
import type { FinishedRace } from '../../../shell/race/run-race.ts';
import type { Terminal } from '../console/terminal.ts';
import { printEvaluation } from './evaluation-view.ts';

/** The list is shown whole: the part cut off could be the part that matters. */
const LONGEST_LIST = 10_000;

/** What each agent may see and do; printed before the first one starts. */
export const printAllowances = (
  { paint }: Terminal,
  note: (text: string) => void,
  { entrants, noSandbox }: { readonly entrants: readonly Entrant[]; readonly noSandbox?: string | undefined },
): void => {
  const bySpec = new Map(entrants.map(({ agent, allowed }) => [agent, allowed]));
  note(paint.bold('What the agents may do'));
  if (noSandbox !== undefined) note(paint.warn(`  ${printableLine(noSandbox, LONGEST_LIST)}`));
  else
    note(
      paint.dim(
        '  Each can write to its own workspace and state folder. Hidden: other workspaces, stored runs, other logins, the rest of your home.',
      ),
    );
  for (const [agent, { network, variables, logins, permissions }] of bySpec) {
    const sees = [...variables, ...logins.map((path) => `~/${path}`)];
    note(`  ${agent}: ${permissions}; ${network ? 'network' : 'no network'}`);
    if (sees.length > 0) note(paint.dim(`    sees, if set: ${printableLine(sees.join(', '), LONGEST_LIST)}`));
  }
};

/** The verdict, and each agent's work and its cost. */
export const printRace = (
  terminal: Terminal,
  race: Pick<FinishedRace, 'runId' | 'captured' | 'conclusion' | 'attempts'>,
  { repo, json }: { readonly repo: string; readonly json?: true },
): void => {
  const { attempts, conclusion } = race;
  const mergeable = new Set(conclusion.rankings.flatMap((one) => (one.mergeable ? [one.agent] : [])));
  const costs = costPerSuccess(attempts, mergeable);
  if (json) {
    const [text = '{}'] = EVALUATION_FORMATS.json({ ...race, next: [] });
    const document = JSON.parse(text) as Readonly<Record<string, unknown>>;
    return terminal.print(
      JSON.stringify({ ...document, race: { attempts, cost_per_success: costs } }, null, 2),
    );
  }
  for (const line of raceLines(attempts, costs, terminal.paint)) terminal.print(line);
  return printEvaluation(terminal, { ...race, repo });
};
