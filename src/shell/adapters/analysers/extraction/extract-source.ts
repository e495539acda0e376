import { createHash } from 'node:crypto';
import { type CompiledRules, compileRules } from '../../../../core/analyse/source/compile-rules.ts';
import { readSource } from '../../../../core/analyse/source/read-source.ts';
import { languageOf } from '../../../../core/languages/languages.ts';
import { decodeText } from '../../../../core/text/decode-text.ts';
import type { SourceReading } from '../../../../core/domain/source/source-facts.ts';
import { grammarFor } from '../syntax/grammar-for.ts';
import { type Grammar, openGrammar } from '../syntax/open-grammar.ts';

const MAX_PARSED_BYTES = 1_000_000;
const compiled = new WeakMap<Grammar, CompiledRules>();

/** Loads what `extractSource` needs for this kind of file. */
export const prepareGrammar = async (path: string): Promise<Grammar | null> => {
  const language = languageOf(path);
  const name = grammarFor(path);
  if (language === null || name === undefined) return null;
  const grammar = await openGrammar(name);
  if (!compiled.has(grammar)) compiled.set(grammar, compileRules(language.names, grammar.names));
  return grammar;
};

/** Facts of one file; if the grammar does not fit the text, those that could be read. */
export const extractSource = (grammar: Grammar | null, bytes: Uint8Array): SourceReading => {
  const tables = grammar === null ? undefined : compiled.get(grammar);
  if (!grammar || !tables) return { unread: 'no grammar for this kind of file' };
  if (bytes.length > MAX_PARSED_BYTES) return { unread: `larger than ${MAX_PARSED_BYTES} bytes` };
  const { text } = decodeText(bytes);
  return (
    grammar.parse(text, (cursor) => readSource(cursor, text, tables)) ?? { unread: 'the parser refused it' }
  );
};

/** The id that git gives to these bytes. */
export const blobIdOf = (bytes: Uint8Array, format: 'sha1' | 'sha256'): string =>
  createHash(format).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
