const cellText = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');

/** A table of plain texts; quote code first. */
export const markdownTable = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => '---').join('|')}|`,
  ...rows.map((row) => `| ${row.map(cellText).join(' | ')} |`),
];

export const code = (text: string): string => `\`${text}\``;

export const GENERATED = 'Generated from the code by `npm run docs`; a test keeps it up to date.';
