import type { ImportFact } from '../../domain/source/source-facts.ts';
import { importOf, type NameRules } from '../parts/name-rules.ts';

const readImport = (tokens: readonly string[]): readonly ImportFact[] => {
  const path = tokens.filter((token) => token !== 'import' && token !== 'static' && token !== ';').join('');
  return path === '' ? [] : [importOf(path)];
};

export const javaNames: NameRules = {
  language: 'java',
  names: ['identifier', 'type_identifier'],
  skips: ['line_comment', 'block_comment', 'string_literal', 'character_literal', 'decimal_integer_literal'],
  declares: {
    'class_declaration.name': 'type',
    'interface_declaration.name': 'type',
    'enum_declaration.name': 'type',
    'record_declaration.name': 'type',
    'annotation_type_declaration.name': 'type',
    'method_declaration.name': 'function',
    'annotation_type_element_declaration.name': 'function',
    'formal_parameter.name': 'variable',
    'catch_formal_parameter.name': 'variable',
    'enhanced_for_statement.name': 'variable',
    'resource.name': 'variable',
    'inferred_parameters.': 'variable',
    'lambda_expression.parameters': 'variable',
    'instanceof_expression.name': 'variable',
    'type_pattern.': 'variable',
    'enum_constant.name': 'constant',
    'type_parameter.': 'type-parameter',
    'variable_declarator.name': 'variable',
  },
  patterns: [],
  uses: [],
  outer: {
    declarators: ['variable_declarator'],
    roles: { field_declaration: 'property', constant_declaration: 'constant' },
  },
  values: [],
  valueRoles: {},
  topLevel: [],
  constantMarks: ['static', 'final'],
  importPaths: [],
  importCalls: [],
  importStatements: { import_declaration: '' },
  readImport,
  packageStatement: 'package_declaration',
};
