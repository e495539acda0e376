/** One formatter: loaded at first use, fixed options, no configuration and no plug-in from the workspace. */
export type Formatter = {
  readonly id: string;
  readonly extensions: readonly string[];
  /** Null where the machine does not have it. */
  load(): Promise<FormatText | null>;
};

/** Throws where the text cannot be parsed. */
export type FormatText = (path: string, text: string) => string | Promise<string>;

export const extensionOf = (path: string): string => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
