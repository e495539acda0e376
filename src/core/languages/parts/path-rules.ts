/** Code that runs by itself when a package is installed or built. */
export type InstallHook = {
  /** Of a path, letter case ignored. */
  readonly file: RegExp;
  /** Only lines like this do; absent: the whole file does. */
  readonly line?: RegExp;
};

/** The purpose of files by the conventions of a language. Patterns match the file name, not its folders. */
export type PathRules = {
  /** In lower case. */
  readonly lockfiles: readonly string[];
  readonly generatedFolders: readonly string[];
  readonly generated: readonly RegExp[];
  /** Files in any folder that are tests or belong to them. */
  readonly tests: readonly RegExp[];
  /** Files that are tests only at the top of a package: `test.js` deeper down may be a command called test. */
  readonly testsAtTop?: RegExp;
  /** Paths below which a folder called `test` or `spec` is a package like any other. */
  readonly sourceRoots?: RegExp;
  /** By extension: in a test folder only these are tests, and others support them. Absent: every file is a test. */
  readonly namedTests: Readonly<Record<string, RegExp>>;
  /** Tests are written in the source files too. */
  readonly testsInSources?: true;
  /** Tests even in a folder of fixtures. */
  readonly testsAmongFixtures?: RegExp;
  /** Configuration; letter case is ignored here and below. */
  readonly configuration: readonly RegExp[];
  /** Configuration that looks like a text document. */
  readonly plainTextConfiguration?: readonly RegExp[];
  readonly manifests: readonly RegExp[];
  /** By folder, in lower case: files in it that are manifests. */
  readonly manifestFolders?: Readonly<Record<string, RegExp>>;
  readonly runnerConfiguration: readonly RegExp[];
  readonly lintConfiguration: readonly RegExp[];
  /** Configuration whose changes separate rules judge: a change alone is not a flag. */
  readonly ownRules?: readonly RegExp[];
  /** Files that run checks. */
  readonly scripts: readonly RegExp[];
  /** Paths that are loaded into every run automatically. */
  readonly autoloaded: readonly RegExp[];
  /** Folders of installed packages, as a part of a path; the same holds for files in them. */
  readonly installed: readonly RegExp[];
  readonly installHooks?: readonly InstallHook[];
  /** Settings that decide which code runs, and what becomes of it before it does. */
  readonly transforms?: readonly { readonly file: RegExp; readonly line: RegExp }[];
  /** Sources that a build compiles and whose language no rule reads. */
  readonly uninspected?: RegExp;
  /** The beginnings of paths from which test runners load code; a project with files there is a runner itself. */
  readonly runnerPackages?: RegExp;
  /** Names of linters, formatters and type checkers in manifests. */
  readonly linterPackages?: RegExp;
  /** Headers of sections that configure them in a manifest or in a file of several tools. */
  readonly linterSections?: RegExp;
  /** Paths that shadow a runner or a module that runners use. */
  readonly shadows: readonly RegExp[];
  /** A file that makes its folder a package: modules in it shadow no others. */
  readonly packageMarker?: string;
};
