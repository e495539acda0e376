/** Something that Hydra can use: available, or what is lost without it and how to get it. */
export type Diagnosis = {
  readonly group: 'core' | 'isolation' | 'repository' | 'toolchains' | 'agents';
  readonly what: string;
  readonly state: 'ok' | 'degraded' | 'missing' | 'absent';
  readonly detail: string;
  /** Empty if nothing needs to be done. */
  readonly fix: string;
};
