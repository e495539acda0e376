/** Functions through which a plug-in file takes part in how a runner runs and reports tests. */
export type RunnerHooks = {
  /** Files that the runner loads as plug-ins, besides its configuration. */
  readonly pluginFile: RegExp;
  /** Finds definitions of hooks; the first group is the name. */
  readonly definition: RegExp;
  /** Names of hooks that decide about results. */
  readonly decides: RegExp;
  /** Code in a plug-in that changes a result. */
  readonly changesResult: RegExp;
};
