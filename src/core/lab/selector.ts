import type { Captured } from '../domain/evidence/evidence.ts';
import type { Panel } from '../domain/evidence/panel.ts';
import type { Conclusion } from '../domain/run/conclusion.ts';

/** Runs of one agent share an author: they are one opinion. Without one, near copies are taken for one author. */
export type LabCandidate = {
  readonly name: string;
  readonly author?: string;
  readonly patch: string;
};

/** The input of a selector: everything but the outcomes. */
export type LabTask = {
  readonly id: string;
  readonly repo: string;
  /** The task's text; empty if there is none. */
  readonly task: string;
  readonly candidates: readonly LabCandidate[];
  /** The commit that the candidates change. */
  readonly base?: string;
  /** The evidence of the checks, if the task comes from a stored run. */
  readonly captured?: Captured;
  /** The decision of that run. */
  readonly conclusion?: Conclusion;
  /** Why an evaluation that was asked for gave no decision. */
  readonly unfinished?: string;
  readonly panel?: Panel;
};

/** `right`: outcome by candidate; a missing one is unknown. */
export type LabelledTask = LabTask & { readonly right: ReadonlyMap<string, boolean> };

export type LabChoice = {
  /** Of being right, by candidate; null if the selector gives none. */
  readonly probabilities: ReadonlyMap<string, number> | null;
  /** The winner; null if the selector names none. */
  readonly pick: string | null;
  /** The candidates it would pick if it had to; several if they are equal: a measurement then takes their mean. */
  readonly leading: readonly string[];
  readonly reason: string;
};

export type Select = (task: LabTask) => LabChoice;

type Described = {
  readonly id: string;
  readonly summary: string;
  /** Why the selector cannot judge this task; null if it can. */
  readonly unfit?: (task: LabTask) => string | null;
};

/**
 * One way to choose. A selector with parameters gives `fit` instead of `select`: it is fitted on the other
 * repositories before it is measured on one.
 */
export type Selector = Described &
  ({ readonly select: Select } | { readonly fit: (tasks: readonly LabelledTask[]) => Select });
