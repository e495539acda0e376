export declare const FOLDERS: readonly {
  /** Below `src/`. */
  readonly folder: string;
  /** The folders below it must not import each other. */
  readonly each?: boolean;
  readonly holds: string;
  /** Other folders or files below `src/`. */
  readonly imports: readonly string[];
}[];

/** Next to `src/`; `imports` are folders below `src/` whose types the pages use. */
export declare const PAGES: {
  readonly folder: string;
  readonly holds: string;
  readonly imports: readonly string[];
};
