import type { ImportFact } from '../../domain/source/source-facts.ts';
import { importOf, type NameRules } from '../parts/name-rules.ts';

/** `#include "a/b.h"` and `#include <a/b.h>`; a macro names no file. */
const readImport = (tokens: readonly string[]): readonly ImportFact[] => {
  const path = /^(?:"([^"]{1,500})"|<([^>]{1,500})>)/.exec(tokens.slice(1).join('').trim());
  const from = path?.[1] ?? path?.[2];
  return from === undefined ? [] : [importOf(from)];
};

export const cppNames: NameRules = {
  language: 'cpp',
  names: [
    'identifier',
    'type_identifier',
    'field_identifier',
    'namespace_identifier',
    'statement_identifier',
  ],
  skips: ['comment', 'raw_string_literal', 'char_literal', 'number_literal'],
  declares: {
    'function_declarator.declarator': 'function',
    'class_specifier.name': 'type',
    'struct_specifier.name': 'type',
    'union_specifier.name': 'type',
    'enum_specifier.name': 'type',
    'type_definition.declarator': 'type',
    'alias_declaration.name': 'type',
    'enumerator.name': 'member',
    'preproc_def.name': 'constant',
    'preproc_function_def.name': 'function',
    'declaration.declarator': 'variable',
    'init_declarator.declarator': 'variable',
    'parameter_declaration.declarator': 'variable',
    'optional_parameter_declaration.declarator': 'variable',
    'for_range_loop.declarator': 'variable',
    'field_declaration.declarator': 'property',
    'namespace_definition.name': 'module',
    'type_parameter_declaration.': 'type-parameter',
  },
  patterns: [
    'pointer_declarator',
    'reference_declarator',
    'array_declarator',
    'parenthesized_declarator',
    'qualified_identifier',
    'structured_binding_declarator',
  ],
  uses: ['qualified_identifier.scope', 'array_declarator.size'],
  values: [],
  valueRoles: {},
  topLevel: [],
  constantMarks: [],
  importPaths: [],
  importCalls: [],
  importStatements: { preproc_include: '' },
  readImport,
};
