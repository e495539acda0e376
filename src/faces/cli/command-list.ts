import type { CommandModule } from './console/command-context.ts';

export type CommandEntry = {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
};

/** Every command on one line; its module is loaded only when it is called. */
export const commandList: readonly CommandEntry[] = [
  {
    name: 'evaluate',
    summary: 'run the checks on base and candidates, rank them, decide',
    load: () => import('./commands/evaluate/evaluate.ts'),
  },
  {
    name: 'race',
    summary: 'let agents compete on a task, evaluate what they made, offer the merge',
    load: () => import('./commands/race/race.ts'),
  },
  {
    name: 'attach',
    summary: 'follow a race that runs in the background',
    load: () => import('./commands/race/attach.ts'),
  },
  {
    name: 'merge',
    summary: 'merge the winner of a run onto the base branch',
    load: () => import('./commands/merge.ts'),
  },
  {
    name: 'show',
    summary: 'show one run: breakdown, gates, logs, diffs',
    load: () => import('./commands/show.ts'),
  },
  {
    name: 'probe',
    summary: 'show where candidates of a run behave differently',
    load: () => import('./commands/probe.ts'),
  },
  { name: 'runs', summary: 'list the stored runs', load: () => import('./commands/runs.ts') },
  {
    name: 'serve',
    summary: 'open the local web app for stored and running runs',
    load: () => import('./commands/serve.ts'),
  },
  {
    name: 'report',
    summary: 'write one run as a single HTML file',
    load: () => import('./commands/report.ts'),
  },
  {
    name: 'replay',
    summary: 'score a stored run again, as it was or under another policy',
    load: () => import('./commands/replay.ts'),
  },
  {
    name: 'verify',
    summary: 'find any changed byte in a stored run',
    load: () => import('./commands/verify.ts'),
  },
  {
    name: 'cache',
    summary: 'show, prune or clear cached results and checkouts',
    load: () => import('./commands/cache.ts'),
  },
  {
    name: 'explain',
    summary: 'explain what a flag means and what to do about it',
    load: () => import('./commands/explain.ts'),
  },
  {
    name: 'brief',
    summary: 'describe what to know about this repository before changing it',
    load: () => import('./commands/brief.ts'),
  },
  {
    name: 'analyse',
    summary: 'measure quality and security of a change or of files',
    load: () => import('./commands/analyse.ts'),
  },
  {
    name: 'score',
    summary: 'score one JSON document with one of the models',
    load: () => import('./commands/score.ts'),
  },
  {
    name: 'select',
    summary: 'choose the best of any scorecards by a tournament',
    load: () => import('./commands/select.ts'),
  },
  {
    name: 'compare',
    summary: 'test whether another configuration of an agent is better and may be promoted',
    load: () => import('./commands/compare.ts'),
  },
  {
    name: 'tasks',
    summary: 'validate tasks: their reference solves them, and an empty change does not',
    load: () => import('./commands/tasks.ts'),
  },
  {
    name: 'patch',
    summary: 'check and apply lists of patch operations, convert them from and to diffs',
    load: () => import('./commands/patch.ts'),
  },
  {
    name: 'bench',
    summary: 'let an agent work on tasks and score its changes by five metrics',
    load: () => import('./commands/bench/bench.ts'),
  },
  {
    name: 'outcome',
    summary: 'record how a candidate of a run turned out',
    load: () => import('./commands/outcome.ts'),
  },
  {
    name: 'prefer',
    summary: 'record which of two candidates you prefer',
    load: () => import('./commands/choices/prefer.ts'),
  },
  {
    name: 'tune',
    summary: 'fit the weights of the dimensions to your recorded choices',
    load: () => import('./commands/choices/tune.ts'),
  },
  {
    name: 'lab',
    summary: 'measure how often a way to choose picks a right candidate',
    load: () => import('./commands/lab.ts'),
  },
  {
    name: 'init',
    summary: 'detect the profile and write a commented hydra.toml',
    load: () => import('./commands/init.ts'),
  },
  {
    name: 'doctor',
    summary: 'report what is installed, what is degraded without it, and what to install',
    load: () => import('./commands/doctor.ts'),
  },
  {
    name: 'demo',
    summary: 'evaluate a bundled example with eight candidates',
    load: () => import('./commands/demo/demo.ts'),
  },
];
