import { costPerSuccess } from '../../../core/race/cost-per-success.ts';
import { EVALUATION_FORMATS } from '../../../core/report/formats.ts';
import { raceLines } from '../../../core/report/run/race-text.ts';
import type { FinishedRace } from '../../../shell/race/run-race.ts';
import type { Terminal } from '../console/terminal.ts';
import { printEvaluation } from './evaluation-view.ts';

/** The verdict, and what each agent did and took for it. */
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
  terminal.print('');
  return printEvaluation(terminal, { ...race, repo });
};
