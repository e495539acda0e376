const SPACE_BEFORE = /^[ \t]+/;

const trimEnd = (text: string): string => {
  let end = text.length;
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\t')) end--;
  return text.slice(0, end);
};

/** What JSX makes of text: white space around line ends is layout, within a line it is content. */
export const jsxTextValue = (text: string): string => {
  const lines = text.split('\n');
  return lines
    .map((line, at) => (at === 0 ? line : line.replace(SPACE_BEFORE, '')))
    .map((line, at) => (at === lines.length - 1 ? line : trimEnd(line)))
    .filter((line) => line !== '')
    .join(' ');
};
