export declare const FOLDERS: readonly {
  /** Below `src/`. */
  readonly folder: string;
  /** Every folder below it stands alone. */
  readonly each?: boolean;
  readonly holds: string;
  /** Other folders or files below `src/`. */
  readonly imports: readonly string[];
}[];

/** Beside `src/`; `imports` are folders below it whose types the pages use. */
export declare const PAGES: {
  readonly folder: string;
  readonly holds: string;
  readonly imports: readonly string[];
};
