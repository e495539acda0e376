import { printableLine } from './printable.ts';

/** Names come from the authors of tasks: removes mark-up and characters that XML forbids. */
export const escapeXml = (text: string): string =>
  printableLine(text, 200)
    .replaceAll(/[\uD800-\uDFFF\uFFFE\uFFFF]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
