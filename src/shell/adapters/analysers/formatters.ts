import { createHash } from 'node:crypto';
import { extensionOf } from '../../../core/languages/languages.ts';
import type { Formatted, Formatters } from '../../ports/code-analysis.ts';
import type { AnalysisProcess } from './analysis-process.ts';
import { formatterFor } from './formatters/formatter-list.ts';

/** The base's side of a file is the same for every candidate. */
const MAX_KEPT_CHARACTERS = 8_000_000;

export const createFormatters = (analysis: AnalysisProcess): Formatters => {
  const kept = new Map<string, Promise<Formatted>>();
  let keptCharacters = 0;
  const formatOnce = async (path: string, text: string): Promise<Formatted> => {
    const result = await analysis.ask({ kind: 'format', path, text });
    if (typeof result === 'object' && 'ok' in result) return result;
    const by = formatterFor(path)?.id ?? 'the formatter';
    const reason = typeof result === 'object' && 'gaveUp' in result ? result.gaveUp : 'no answer';
    return { ok: false, why: 'gave-up', reason: `${by}: ${reason}` };
  };
  return {
    async format(path, text) {
      if (!formatterFor(path))
        return { ok: false, why: 'no-formatter', reason: 'no formatter for this kind of file' };
      const key = `${extensionOf(path)} ${createHash('sha256').update(text).digest('hex')}`;
      const known = kept.get(key);
      if (known) return known;
      keptCharacters += text.length;
      if (keptCharacters > MAX_KEPT_CHARACTERS) {
        kept.clear();
        keptCharacters = text.length;
      }
      const result = formatOnce(path, text);
      kept.set(key, result);
      return result;
    },
  };
};
