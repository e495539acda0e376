/** One place in a syntax tree that can be moved; kinds and fields are the grammar's numbers. */
export type SyntaxCursor = {
  kind(): number;
  field(): number;
  start(): number;
  end(): number;
  down(): boolean;
  next(): boolean;
  up(): boolean;
};
