// The folders of src/ and what each may import. .dependency-cruiser.mjs enforces this list, docs/architecture.md shows it.

const GROUND = ['core/domain', 'core/math'];
const TOOLKITS = ['core/text', 'core/commands', 'core/syntax'];
const LANGUAGES = ['core/languages/languages.ts', 'core/languages/language.ts', 'core/languages/parts'];
const DIMENSIONS = ['core/dimensions/dimensions.ts', 'core/dimensions/dimension.ts'];
const USE_CASE = ['core', 'shell/errors', 'shell/ports'];

/** `imports`: other folders or files, with everything below. `each`: folders below it must not import each other. */
export const FOLDERS = [
  {
    folder: 'core/domain',
    holds: 'nouns, one per file: schema and type together',
    imports: [...DIMENSIONS.slice(0, 1), 'core/languages/profile-ids.ts'],
  },
  { folder: 'core/math', holds: 'means, limits, statistics', imports: ['core/domain'] },
  { folder: 'core/text', holds: 'lines, globs, names, amounts, decoding', imports: GROUND },
  {
    folder: 'core/compare',
    holds: 'tests and findings of a change against those of the base',
    imports: GROUND,
  },
  { folder: 'core/commands', holds: 'command lines read and rewritten', imports: [...GROUND, ...TOOLKITS] },
  { folder: 'core/syntax', holds: 'syntax trees read', imports: [...GROUND, ...TOOLKITS] },
  {
    folder: 'core/languages/parts',
    holds: 'the types of the parts of a language',
    imports: [...GROUND, ...TOOLKITS],
  },
  {
    folder: 'core/languages',
    each: true,
    holds: 'all facts about one language',
    imports: [...GROUND, ...TOOLKITS, ...LANGUAGES],
  },
  {
    folder: 'core/dimensions',
    each: true,
    holds: 'everything about one dimension of a race: key, weight, evidence, score',
    imports: [
      ...GROUND,
      'core/text',
      'core/compare',
      ...DIMENSIONS,
      'core/dimensions/change-view.ts',
      'core/dimensions/race-input.ts',
      'core/score',
    ],
  },
  {
    folder: 'core/profile',
    holds: "a repository's files → what to run",
    imports: [...GROUND, ...TOOLKITS, ...LANGUAGES],
  },
  { folder: 'core/parse', holds: "a tool's output → facts, one file per tool", imports: GROUND },
  {
    folder: 'core/analyse',
    holds: 'text and syntax → facts: diffs, names, imports, flags, hazards',
    imports: [...GROUND, ...TOOLKITS, ...LANGUAGES],
  },
  {
    folder: 'core/probe',
    holds: 'recorded calls → inputs to try, and what candidates do with them',
    imports: [...GROUND, ...TOOLKITS, ...LANGUAGES, 'core/analyse'],
  },
  {
    folder: 'core/narrow',
    holds: 'the test files of a long suite that are nearest to the changes',
    imports: [...GROUND, 'core/commands', 'core/analyse', 'core/probe'],
  },
  { folder: 'core/patch', holds: 'patch operations → the tree they make', imports: GROUND },
  {
    folder: 'core/agent',
    holds: 'prompts and tools of agents, their calls, budgets, scripted mocks',
    imports: GROUND,
  },
  {
    folder: 'core/judge',
    holds: 'prompts for judges, and their replies',
    imports: [...GROUND, 'core/text'],
  },
  {
    folder: 'core/score',
    each: true,
    holds: 'a scoring model: benchmark, experiment, convention',
    imports: [...GROUND, 'core/text'],
  },
  {
    folder: 'core/select',
    holds: 'who is independent, who agrees, how probably each is right, and whom to name',
    imports: [...GROUND, 'core/text', 'core/probe'],
  },
  {
    folder: 'core/decide',
    holds: 'gates, ranking, tournament, verdicts',
    imports: [...GROUND, 'core/text', 'core/select'],
  },
  {
    folder: 'core/report',
    holds: 'results → text, Markdown, SVG, SARIF, the JSON contract',
    imports: [...GROUND, 'core/text', ...DIMENSIONS.slice(0, 1), ...LANGUAGES.slice(0, 1), 'core/probe'],
  },
  {
    folder: 'core/objective',
    holds: 'the checks of a task → passed or not, and why',
    imports: [...GROUND, 'core/text', 'core/analyse', 'core/parse'],
  },
  {
    folder: 'core/assess',
    holds: 'findings and measures of a change → quality and security',
    imports: [...GROUND, ...LANGUAGES, 'core/analyse', 'core/score'],
  },
  {
    folder: 'core/brief',
    holds: "a repository's index → its brief",
    imports: [...GROUND, ...LANGUAGES, 'core/analyse', 'core/profile'],
  },
  {
    folder: 'core/conclude',
    holds: '`conclude`: captured evidence and policy → the conclusion',
    imports: [
      ...GROUND,
      'core/compare',
      'core/dimensions',
      'core/analyse',
      'core/decide',
      'core/probe',
      'core/select',
      'core/report',
    ],
  },
  {
    folder: 'core/next-work',
    holds: '`nextWork`: evidence so far and policy → what to examine next',
    imports: [...GROUND, ...DIMENSIONS, 'core/analyse', 'core/conclude', 'core/decide', 'core/panel'],
  },
  {
    folder: 'core/refine',
    holds: 'a conclusion → what to fix',
    imports: [...GROUND, 'core/analyse', 'core/conclude', 'core/report'],
  },
  {
    folder: 'core/experiment',
    holds: 'trials → verdicts between configurations',
    imports: [...GROUND, 'core/decide', 'core/score'],
  },
  {
    folder: 'core/bench',
    holds: 'tasks of benchmarks, and a run → its summary',
    imports: [...GROUND, 'core/languages/languages.ts', 'core/analyse', 'core/score'],
  },
  {
    folder: 'core/documents',
    holds: 'documents of `hydra score` and `hydra select` → answers',
    imports: [
      ...GROUND,
      'core/analyse',
      'core/conclude',
      'core/decide',
      'core/experiment',
      'core/report',
      'core/score',
    ],
  },
  {
    folder: 'core/panel',
    holds: 'prompts for panels that compare candidates, and their replies',
    imports: [...GROUND, 'core/text', 'core/compare', 'core/analyse', 'core/probe', 'core/judge'],
  },
  {
    folder: 'core/tune',
    holds: 'weights fitted to the choices of people',
    imports: GROUND,
  },
  {
    folder: 'core/race',
    holds: 'attempts of agents: names, labels, budgets, prompts',
    imports: [...GROUND, 'core/agent'],
  },
  {
    folder: 'core/lab',
    holds: 'selectors measured on tasks whose outcomes are known',
    imports: [...GROUND, 'core/text', 'core/analyse', 'core/panel', 'core/select'],
  },
  {
    folder: 'core/view',
    holds: 'stored results → what a page shows: lists, matrices, timelines, diffs, explanations',
    imports: [...GROUND, 'core/compare', ...DIMENSIONS, 'core/conclude', 'core/report'],
  },
  { folder: 'shell/errors', holds: 'errors for users, for the machine, and for aborts', imports: [] },
  {
    folder: 'shell/ports',
    holds: 'interfaces: repository, dispatcher, workspaces, stores, models, clock',
    imports: ['core', 'shell/errors'],
  },
  { folder: 'shell/judge', holds: 'questions to judges', imports: USE_CASE },
  {
    folder: 'shell/panel',
    holds: 'panels seated and asked',
    imports: [...USE_CASE, 'shell/judge'],
  },
  { folder: 'shell/sources', holds: 'sources indexed; briefs and conventions from them', imports: USE_CASE },
  {
    folder: 'shell/conventions',
    holds: 'convention and schema checks of generated changes',
    imports: [...USE_CASE, 'shell/sources'],
  },
  { folder: 'shell/plan', holds: 'configuration and candidates → what to run', imports: USE_CASE },
  {
    folder: 'shell/assess',
    holds: 'quality and security of a change, measured',
    imports: [...USE_CASE, 'shell/plan'],
  },
  { folder: 'shell/stored', holds: 'stored runs: show, replay, verify, merge, prune', imports: USE_CASE },
  {
    folder: 'shell/window',
    holds: 'views of stored and running runs: lists, parts, replays, feeds',
    imports: [...USE_CASE, 'shell/stored'],
  },
  {
    folder: 'shell/evaluate',
    holds: 'an evaluation: field, rounds of evidence, recall',
    imports: [
      ...USE_CASE,
      'shell/assess',
      'shell/judge',
      'shell/panel',
      'shell/plan',
      'shell/sources',
      'shell/stored',
    ],
  },
  {
    folder: 'shell/lab',
    holds: 'tasks of a labelled pool, evaluated',
    imports: [...USE_CASE, 'shell/evaluate'],
  },
  {
    folder: 'shell/candidates',
    holds: 'best of N for the library',
    imports: [
      ...USE_CASE,
      'shell/conventions',
      'shell/evaluate',
      'shell/plan',
      'shell/sources',
      'shell/stored',
    ],
  },
  {
    folder: 'shell/agent',
    holds: 'agents at work on a copy of a repository',
    imports: [...USE_CASE, 'shell/assess'],
  },
  {
    folder: 'shell/race',
    holds: 'agents that compete on one task, and the evaluation of their changes',
    imports: [...USE_CASE, 'shell/agent', 'shell/assess', 'shell/evaluate', 'shell/plan', 'shell/stored'],
  },
  {
    folder: 'shell/bench',
    holds: 'benchmarks: tasks, runs, grades, leaderboards',
    imports: [...USE_CASE, 'shell/agent', 'shell/assess', 'shell/evaluate', 'shell/judge', 'shell/plan'],
  },
  {
    folder: 'shell/experiment',
    holds: 'configurations over suites, trial by trial, to a verdict and a promotion',
    imports: [...USE_CASE, 'shell/agent', 'shell/bench', 'shell/evaluate', 'shell/judge'],
  },
  { folder: 'shell/adapters/patch', holds: 'patch operations on a disk', imports: USE_CASE },
  {
    folder: 'shell/adapters/system',
    holds: 'files, clock, processes of this machine',
    imports: [...USE_CASE, 'shell/adapters/patch'],
  },
  {
    folder: 'shell/adapters/workspaces',
    holds: 'workspaces: trees, isolation, limits, processes',
    imports: [...USE_CASE, 'shell/adapters/system'],
  },
  { folder: 'shell/adapters/dispatch', holds: 'work done by a pool on this machine', imports: USE_CASE },
  {
    folder: 'shell/adapters/store',
    holds: 'runs, caches and journals as files',
    imports: [...USE_CASE, 'shell/adapters/system'],
  },
  {
    folder: 'shell/adapters/analysers',
    holds: 'grammars and formatters in their own processes',
    imports: [...USE_CASE, 'shell/adapters/system'],
  },
  {
    folder: 'shell/adapters/assess',
    holds: 'bundled linters and scanners',
    imports: [...USE_CASE, 'shell/adapters/analysers'],
  },
  {
    folder: 'shell/adapters/git',
    holds: 'git: objects, imports, merges',
    imports: [...USE_CASE, 'shell/adapters/analysers', 'shell/adapters/patch', 'shell/adapters/system'],
  },
  {
    folder: 'shell/adapters/models',
    holds: 'model providers',
    imports: [...USE_CASE, 'shell/adapters/workspaces'],
  },
  {
    folder: 'shell/adapters/agent',
    holds: 'workspaces and programs of agents',
    imports: [...USE_CASE, 'shell/adapters/patch', 'shell/adapters/workspaces'],
  },
  {
    folder: 'shell/adapters/schemas',
    holds: 'schema checkers',
    imports: [...USE_CASE, 'shell/adapters/system', 'shell/adapters/workspaces'],
  },
  {
    folder: 'shell/adapters/disk-usage',
    holds: 'disk space used by the caches',
    imports: [...USE_CASE, 'shell/adapters/workspaces'],
  },
  { folder: 'shell/adapters/config', holds: '`hydra.toml`', imports: USE_CASE },
  { folder: 'faces/wiring', holds: 'builds adapters and opens sessions', imports: ['core', 'shell'] },
  {
    folder: 'faces/serve',
    holds: 'the HTTP API and the server of the pages',
    imports: ['core', 'shell', 'faces/wiring'],
  },
  {
    folder: 'faces/cli',
    holds: 'the command line',
    imports: ['core', 'shell', 'faces/wiring', 'faces/serve/start-server.ts', 'faces/serve/html-report.ts'],
  },
  {
    folder: 'faces/library',
    holds: 'the library',
    imports: ['core', 'shell', 'faces/wiring', 'faces/serve/start-server.ts', 'faces/serve/html-report.ts'],
  },
];

/** The pages: outside src/, since a browser runs them. They speak HTTP to the server and import only types. */
export const PAGES = {
  folder: 'web/src',
  holds: 'the pages that `hydra serve` shows',
  imports: ['core/domain'],
};
