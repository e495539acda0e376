/** Formats source as its repository would. Null: no formatter for this file here, or it refused the text. */
export type Formatters = {
  format(path: string, text: string): Promise<{ readonly text: string; readonly by: string } | null>;
};

/** Compares two versions of a file by syntax. Null: no grammar for this file, or one side does not parse. */
export type SyntaxTrees = {
  same(path: string, before: string, after: string): Promise<boolean | null>;
};
