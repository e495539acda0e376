import { decodeText } from '../../../core/text/decode-text.ts';
import { openVersion, type FileVersion } from '../../../core/syntax/file-version.ts';
import { languageOf } from '../../../core/languages/languages.ts';
import type { SyntaxReader } from '../../ports/code-analysis.ts';

/** Limits are in bytes, so that two machines examine the same files. */
const MAX_BYTES = 2_000_000;
const MAX_PARSED_BYTES = 1_000_000;
const MAX_TOTAL_BYTES = 60_000_000;
/** Once this many files have hung or crashed the parser, the rest is not tried. */
const MAX_GIVEN_UP = 3;

export type ReadVersion = { readonly version: FileVersion | null; readonly unread?: string };

export type VersionReader = { read(path: string, bytes: Uint8Array | undefined): Promise<ReadVersion> };

/** Reads sides of changed files, within the cost limit of one change. */
export const openVersionReader = (syntaxReader: SyntaxReader): VersionReader => {
  let [total, givenUp] = [0, 0];
  return {
    async read(path, bytes) {
      if (bytes === undefined) return { version: null, unread: 'its content could not be read' };
      if (bytes.length > MAX_BYTES) return { version: null, unread: `larger than ${MAX_BYTES} bytes` };
      total += bytes.length;
      if (total > MAX_TOTAL_BYTES)
        return { version: null, unread: `beyond the first ${MAX_TOTAL_BYTES} bytes of the change` };
      const { text } = decodeText(bytes);
      const unparsed = (unread: string): ReadVersion => ({ version: openVersion(text, null), unread });
      if (languageOf(path) === null) return { version: openVersion(text, null) };
      if (bytes.length > MAX_PARSED_BYTES) return unparsed(`larger than ${MAX_PARSED_BYTES} bytes`);
      if (givenUp >= MAX_GIVEN_UP)
        return unparsed(`${givenUp} other files of the change exhausted the parser`);
      const syntax = await syntaxReader.read(path, text);
      if (syntax === null || !('gaveUp' in syntax)) return { version: openVersion(text, syntax) };
      givenUp += 1;
      return unparsed(`the parser gave up (${syntax.gaveUp})`);
    },
  };
};
