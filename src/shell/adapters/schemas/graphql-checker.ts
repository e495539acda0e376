import { concatAST, type DocumentNode, parse, Source } from 'graphql';
import { validateSDL } from 'graphql/validation/validate.js';
import { type Complaint, type SchemaChecker, sentenceOf } from './schema-checker.ts';

const MAX_TOKENS = 200_000;

const parseFile = (path: string, text: string): DocumentNode | Complaint => {
  try {
    return parse(new Source(text, path), { maxTokens: MAX_TOKENS });
  } catch (error) {
    return { path, message: sentenceOf(error) };
  }
};

const isSchema = ({ definitions }: DocumentNode): boolean =>
  definitions.every(({ kind }) => kind !== 'OperationDefinition' && kind !== 'FragmentDefinition');

/** Each file must parse; together they must form a valid schema. Queries are only parsed. */
export const graphqlChecker: SchemaChecker = {
  by: 'graphql 16',
  check(files) {
    const parsed = [...files].map(([path, text]) => parseFile(path, text));
    const complaints = parsed.filter((each): each is Complaint => 'message' in each);
    const documents = parsed.filter((each): each is DocumentNode => !('message' in each)).filter(isSchema);
    try {
      return [
        ...complaints,
        ...validateSDL(concatAST(documents)).map(({ message, nodes }) => ({
          path: nodes?.[0]?.loc?.source.name ?? '',
          message,
        })),
      ];
    } catch (error) {
      return [...complaints, { path: [...files.keys()][0] ?? '', message: sentenceOf(error) }];
    }
  },
};
