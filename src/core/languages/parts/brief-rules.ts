import type { ProjectBrief } from '../../domain/source/project-brief.ts';
import type { SourceIndex } from '../../domain/source/source-index.ts';

/** How a project's brief describes a language. */
export type BriefRules = {
  /** Names of manifests whose text is read, in any folder. */
  readonly manifests: readonly string[];
  /** File names that start a program, and how. */
  readonly entryFiles: Readonly<Record<string, string>>;
  /** A function called `main` starts a program. */
  readonly mainFunction: boolean;
  /** Entry points that manifests name. */
  readonly namedEntryPoints?: (index: SourceIndex) => ProjectBrief['entryPoints'];
  /** Names that the language itself makes public, by their form; their casing is counted separately. */
  readonly isExported?: (name: string) => boolean;
};
