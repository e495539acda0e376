import { renderCommandLine } from '../../../commands/command-line.ts';
import { instrumentSegments } from '../../../commands/instrument-command.ts';
import type { ProposedScript } from '../../parts/profile.ts';
import { scriptTestRunners } from '../test-runners.ts';
import { chooseScript } from './choose-script.ts';
import type { PackageJson } from './package-json.ts';

/** `turbo run test`, `nx run-many -t test`, `pnpm -r test`, `npm test -ws`, `yarn workspaces foreach run test`. */
const HANDS_ON =
  /^(?:\w+=\S* )*(?:npx )?(?:(?:turbo|nx|lerna|wsrun|ultra|wireit)(?= |$)|(?:npm|pnpm|yarn|bun) (?:.* )?(?:workspaces?|-w|-ws|--workspaces?|-r|--recursive|-F|--filter)(?=[ =]|$))/;

/** Whether a runner that can be asked for a report runs the tests. */
export const isReadByName = (test: ProposedScript | null): boolean =>
  test?.segments != null &&
  (instrumentSegments(test.segments, scriptTestRunners) !== null ||
    scriptTestRunners.some(({ byVariable }) => byVariable?.mayRun?.(test.segments ?? [])));

/** Whether the test script at the root starts those of members, which it cannot ask for a report. */
export const handsTestsOn = (root: PackageJson): boolean => {
  const test = chooseScript('test', root, 'npm');
  if (test === null) return false;
  const commands = test.segments?.map((words) => renderCommandLine([words])) ?? test.text.split(/&&|;|\|/);
  return commands.some((command) => HANDS_ON.test(command.trim()));
};
