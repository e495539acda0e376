export declare const FOLDERS: readonly {
  /** Below `src/`. */
  readonly folder: string;
  /** Every folder below it stands alone. */
  readonly each?: boolean;
  readonly holds: string;
  /** Other folders or files below `src/`. */
  readonly imports: readonly string[];
}[];
