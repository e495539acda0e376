import { printableLine } from './printable.ts';

/** Untrusted text inside Markdown: none of its mark-up, mentions, links, table cells or headings take effect. */
export const plainMarkdown = (text: string): string =>
  printableLine(text)
    .replaceAll(/[\\`*_{}[\]<>()#|!~&]/g, (char) => `&#${char.charCodeAt(0)};`)
    .replaceAll('@', '@\u200b')
    .replaceAll(/:\/\//g, ':&#47;&#47;');
