import type { ImportFact } from '../../domain/source/source-facts.ts';
import { importOf, type NameRules } from '../parts/name-rules.ts';

const MAX_PATHS = 1_000;

/** `a::{b, c::{d as e, *}}` → `a::b`, `a::c::d`, `a::c::*`. Without recursion: hostile braces are deep. */
const expand = (tokens: readonly string[]): readonly string[] => {
  const [paths, prefixes]: [string[], string[]] = [[], ['']];
  let [path, aliased] = ['', false];
  const end = () => {
    if (path !== '' && paths.length < MAX_PATHS) paths.push(`${prefixes.at(-1) ?? ''}${path}`);
    [path, aliased] = ['', false];
  };
  for (const token of tokens) {
    if (token === '{') {
      prefixes.push(`${prefixes.at(-1) ?? ''}${path}`.slice(0, MAX_PATHS));
      path = '';
    } else if (token === '}') {
      end();
      prefixes.pop();
    } else if (token === ',' || token === ';') end();
    else if (token === 'as') aliased = true;
    else if (!aliased) path += token;
  }
  end();
  return paths;
};

const readImport = (tokens: readonly string[]): readonly ImportFact[] => {
  const use = tokens.indexOf('use');
  if (use >= 0) return expand(tokens.slice(use + 1)).map((path) => importOf(path));
  const mod = tokens.indexOf('mod');
  const name = tokens[mod + 1];
  // `mod name;` is another file; `mod name { … }` is this one.
  return mod >= 0 && name !== undefined && tokens[mod + 2] === ';' ? [importOf(`self::${name}`)] : [];
};

export const rustNames: NameRules = {
  language: 'rust',
  names: ['identifier', 'type_identifier', 'field_identifier', 'shorthand_field_identifier'],
  skips: [
    'line_comment',
    'block_comment',
    'string_literal',
    'raw_string_literal',
    'char_literal',
    'integer_literal',
  ],
  declares: {
    'function_item.name': 'function',
    'function_signature_item.name': 'function',
    'struct_item.name': 'type',
    'enum_item.name': 'type',
    'union_item.name': 'type',
    'trait_item.name': 'type',
    'type_item.name': 'type',
    'associated_type.name': 'type',
    'enum_variant.name': 'member',
    'const_item.name': 'constant',
    'static_item.name': 'constant',
    'let_declaration.pattern': 'variable',
    'let_condition.pattern': 'variable',
    'parameter.pattern': 'variable',
    'closure_parameters.': 'variable',
    'for_expression.pattern': 'variable',
    'field_declaration.name': 'property',
    'mod_item.name': 'module',
    'type_parameter.name': 'type-parameter',
  },
  patterns: [
    'tuple_pattern',
    'struct_pattern',
    'tuple_struct_pattern',
    'slice_pattern',
    'ref_pattern',
    'mut_pattern',
    'reference_pattern',
    'captured_pattern',
    'field_pattern',
    'or_pattern',
  ],
  uses: ['struct_pattern.type', 'tuple_struct_pattern.type', 'field_pattern.name'],
  values: [],
  valueRoles: {},
  topLevel: [],
  constantMarks: [],
  importPaths: [],
  importCalls: [],
  importStatements: { use_declaration: '', mod_item: ';' },
  readImport,
};
