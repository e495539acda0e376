import { readSourceFile } from './read-source-file.ts';
import type { Extracted, SourceRequest } from '../../../ports/source-extraction.ts';
import { blobIdOf, extractSource, prepareGrammar } from './extract-source.ts';
import type { ExtractionReply, ExtractionTask } from './extraction-task.ts';

const reply = (message: ExtractionReply): void => {
  process.send?.(message);
};

const extract = async ({ path, at, bytes }: SourceRequest, format: 'sha1' | 'sha256'): Promise<Extracted> => {
  const content = bytes ?? readSourceFile(at);
  if (content === null) return { reading: { unread: 'not a readable file' }, blob: null };
  const grammar = await prepareGrammar(path);
  return { reading: extractSource(grammar, content), blob: blobIdOf(content, format) };
};

const answer = async ({ requests, format }: ExtractionTask): Promise<void> => {
  for (const { path } of requests) await prepareGrammar(path);
  reply({ stage: 'loaded' });
  const results: Extracted[] = [];
  for (const request of requests) results.push(await extract(request, format));
  reply({ stage: 'done', result: results });
};

// A trap leaves the WebAssembly module in an unknown state: the parent starts another process.
process.on('message', (task: ExtractionTask) => void answer(task).catch(() => process.exit(1)));
process.on('disconnect', () => process.exit());
