import type { ImportFact } from '../../domain/source/source-facts.ts';
import { importOf, type NameRules } from '../parts/name-rules.ts';

const PUNCTUATION = new Set(['(', ')', ',']);

/** `a.b as c, d` → the paths, aliases left out. */
const pathsIn = (tokens: readonly string[]): readonly string[] => {
  const paths: string[] = [];
  let [path, aliased] = ['', false];
  const end = () => {
    if (path !== '') paths.push(path);
    [path, aliased] = ['', false];
  };
  for (const token of tokens) {
    if (PUNCTUATION.has(token)) end();
    else if (token === 'as') aliased = true;
    else if (!aliased) path += token;
  }
  end();
  return paths;
};

const readImport = (tokens: readonly string[]): readonly ImportFact[] => {
  if (tokens[0] === 'import') return pathsIn(tokens.slice(1)).map((path) => importOf(path));
  const at = tokens.indexOf('import');
  if (tokens[0] !== 'from' || at < 0) return [];
  return [importOf(tokens.slice(1, at).join(''), pathsIn(tokens.slice(at + 1)))];
};

export const pythonNames: NameRules = {
  language: 'python',
  names: ['identifier'],
  skips: ['comment', 'integer', 'float'],
  declares: {
    'function_definition.name': 'function',
    'class_definition.name': 'type',
    'assignment.left': 'variable',
    'parameters.': 'variable',
    'lambda_parameters.': 'variable',
    'default_parameter.name': 'variable',
    'typed_default_parameter.name': 'variable',
    'typed_parameter.': 'variable',
    'for_statement.left': 'variable',
    'for_in_clause.left': 'variable',
    'as_pattern_target.': 'variable',
    'named_expression.name': 'variable',
    'type_alias_statement.left': 'type',
  },
  patterns: [
    'pattern_list',
    'tuple_pattern',
    'list_pattern',
    'list_splat_pattern',
    'dictionary_splat_pattern',
    'expression_list',
    'tuple',
  ],
  uses: ['typed_parameter.type', 'default_parameter.value'],
  values: ['assignment.right'],
  valueRoles: {
    lambda: 'function',
    integer: 'literal',
    float: 'literal',
    string: 'literal',
    concatenated_string: 'literal',
    true: 'literal',
    false: 'literal',
    tuple: 'literal',
    list: 'literal',
    dictionary: 'literal',
    set: 'literal',
    unary_operator: 'literal',
    binary_operator: 'literal',
  },
  topLevel: ['module'],
  constantMarks: [],
  importPaths: [],
  importCalls: [],
  importStatements: { import_statement: '', import_from_statement: '' },
  readImport,
};
