/** Names of packages, to recognise one that imitates another. */
export type PackageNames = {
  /** Names that impostors imitate. */
  readonly popular: readonly string[];
  /** Honest names that are similar to another by chance. */
  readonly honest: ReadonlySet<string>;
  /** The spelling under which the registry files a name. Absent: as written. */
  readonly filedAs?: (name: string) => string;
};

/** A JSON manifest, with scripts and tool settings besides the dependencies. */
export type JsonManifest = {
  readonly file: RegExp;
  /** Keys that hold dependencies by name. */
  readonly sections: ReadonlySet<string>;
  /** Matches a version that is not from a registry: its content may change at any time. */
  readonly elsewhere: RegExp;
  /** Scripts that run when the package is installed. */
  readonly installScript: RegExp;
  /** Keys that configure test runners, and those that configure linters. */
  readonly runnerKeys: ReadonlySet<string>;
  readonly lintKeys: ReadonlySet<string>;
};

/** A manifest with about one dependency per line. */
export type LineManifest = {
  readonly file: RegExp;
  /** The group is the dependency's name. */
  readonly dependency: RegExp;
  /** A line that takes a dependency from an address instead of a registry. */
  readonly elsewhere: RegExp;
};

/** How dependencies are declared, for flags on where new code comes from. */
export type ManifestRules = {
  readonly json?: JsonManifest;
  readonly lines?: LineManifest;
  /** Files that tell the installer where packages come from. */
  readonly settings?: RegExp;
  readonly names: PackageNames;
};
