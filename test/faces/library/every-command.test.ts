import { expect, test } from 'vitest';
import { commandList } from '../../../src/faces/cli/command-list.ts';
import { loadCommand } from '../../../src/faces/cli/command-reference.ts';
import * as library from '../../../src/faces/library/library.ts';

/** The library function for each command. */
const COUNTERPARTS: Readonly<Record<string, readonly (keyof typeof library)[]>> = {
  evaluate: ['evaluate', 'resume', 'checkOnly', 'readCandidateFolder'],
  race: ['race', 'resumeRace'],
  attach: ['followRun', 'loadRun'],
  prefer: ['prefer'],
  tune: ['tune'],
  merge: ['merge'],
  show: ['loadRun', 'loadExperiment', 'readLog', 'readPatch', 'refineRun'],
  runs: ['listRuns'],
  serve: ['serve'],
  report: ['htmlReport'],
  replay: ['replay'],
  verify: ['verify'],
  outcome: ['recordOutcome'],
  probe: ['loadRun', 'probedBehaviour'],
  lab: ['readLabPool', 'labelledRuns', 'measureSelectors'],
  cache: ['inspectCache', 'pruneCache', 'clearCache'],
  explain: ['explainFlag', 'listFlags'],
  brief: ['buildProjectBrief', 'briefMarkdown'],
  analyse: ['analyse'],
  score: ['scoreDocument'],
  select: ['selectBest', 'selectFromRun', 'refineRun'],
  compare: ['compareConfigurations', 'resumeComparison', 'addTrials', 'planPromotion', 'openPromotion'],
  'tasks validate': ['validateTasks'],
  'patch check': ['checkPatch'],
  'patch apply': ['applyPatch'],
  'patch schema': ['patchSchema'],
  'patch from-diff': ['patchFromDiff'],
  'patch to-diff': ['patchToDiff'],
  'bench run': ['runBenchmark'],
  'bench list': ['listBenchTasks'],
  'bench validate': ['validateBenchTasks'],
  'bench report': ['loadBenchRun', 'listBenchRuns'],
  'bench leaderboard': ['benchLeaderboard'],
  'bench compare': ['compareBenchModels'],
  'bench regrade': ['regradeBenchRuns'],
  'bench grade': ['gradeBenchChange'],
  'bench new': ['newBenchTask'],
  'bench import': ['importBenchTasks'],
  'bench estimate': ['estimateBenchRuns'],
  init: ['generateConfig'],
  doctor: ['diagnose'],
  'demo evaluate': ['createDemo', 'evaluate'],
  'demo compare': ['compareConfigurations'],
  'demo race': ['race'],
};

const exported = new Map<string, unknown>(Object.entries(library));

/** `bench run`, `patch apply`, `evaluate`: a command, with its subcommand or its first action. */
const commandNames = async (): Promise<readonly string[]> => {
  const names: string[] = [];
  for (const entry of commandList) {
    const command = await loadCommand(entry);
    const parts = command.commands.map((part) => part.name());
    const actions = parts.length > 0 ? parts : (command.registeredArguments[0]?.argChoices ?? []);
    names.push(...(actions.length === 0 ? [entry.name] : actions.map((action) => `${entry.name} ${action}`)));
  }
  return names;
};

test('every command has a counterpart in the library', async () => {
  expect(Object.keys(COUNTERPARTS).toSorted()).toEqual((await commandNames()).toSorted());
});

test.each(Object.entries(COUNTERPARTS))('%s: %s', (_, names) => {
  expect(names.map((name) => typeof exported.get(name))).toEqual(names.map(() => 'function'));
});
