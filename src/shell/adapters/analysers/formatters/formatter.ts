/** One formatter: loaded at first use, fixed options, no configuration and no plug-in from the workspace. */
export type Formatter = {
  readonly id: string;
  /** Extensions that do not belong to a supported language. */
  readonly otherExtensions?: readonly string[];
  /** Null if the machine does not have it. */
  load(): Promise<FormatText | null>;
};

/** Throws if the text cannot be parsed. */
export type FormatText = (path: string, text: string) => string | Promise<string>;
