import type { SyntaxNodes } from '../../core/domain/source/syntax-nodes.ts';

export type Formatted =
  | { readonly ok: true; readonly text: string; readonly by: string }
  | {
      readonly ok: false;
      /** `gave-up`: it took too long or crashed, and more attempts of this kind would be costly. */
      readonly why: 'no-formatter' | 'refused' | 'gave-up';
      readonly reason: string;
    };

/** Formats source with one fixed set of options for each language; never rejects, never reads a configuration. */
export type Formatters = {
  format(path: string, text: string): Promise<Formatted>;
};

/** `none`: layout at most. `comments`: layout and inert comments. `unparsed`: no grammar, or a side with errors. */
export type SyntaxDifference = 'none' | 'comments' | 'code' | 'unparsed' | 'gave-up';

/** Compares two versions of a file by syntax; never rejects. */
export type SyntaxTrees = {
  compare(path: string, before: string, after: string): Promise<SyntaxDifference>;
};

/** Null: no grammar for this kind of file. `gaveUp`: why there is no tree although there is a grammar. */
export type ReadSyntax = SyntaxNodes | null | { readonly gaveUp: string };

/** Reads a file's syntax tree; never rejects. */
export type SyntaxReader = {
  read(path: string, text: string): Promise<ReadSyntax>;
};
