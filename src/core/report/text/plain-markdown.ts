import { printableLine } from './printable.ts';

/** Text of others inside Markdown: no mark-up, mention, link, table cell or heading of theirs comes to life. */
export const plainMarkdown = (text: string): string =>
  printableLine(text)
    .replaceAll(/[\\`*_{}[\]<>()#|!~&]/g, (char) => `&#${char.charCodeAt(0)};`)
    .replaceAll('@', '@\u200b')
    .replaceAll(/:\/\//g, ':&#47;&#47;');
