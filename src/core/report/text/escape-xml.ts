import { printableLine } from './printable.ts';

/** Names come from whoever wrote the tasks: no mark-up, and nothing that XML cannot hold. */
export const escapeXml = (text: string): string =>
  printableLine(text, 200)
    .replaceAll(/[\uD800-\uDFFF\uFFFE\uFFFF]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
