const FENCE = /^```/;

/** Of a documentation comment; four slashes or stars make an ordinary one. */
export const isDocumentation = (comment: string): boolean =>
  /^(?:\/\/\/(?!\/)|\/\/!|\/\*\*(?![*/])|\/\*!)/.test(comment);

/** The fenced code in documentation, without the marks of the comment. */
export const examplesIn = (documentation: string): string => {
  const lines: string[] = [];
  let open = false;
  for (const line of documentation.split('\n')) {
    const bare = line.replace(/^\s*(?:\/\/[/!]|\/\*[*!]|\*(?!\/))?\s?/, '').trimEnd();
    const isFence = FENCE.test(bare.trim());
    if (open || isFence) lines.push(bare);
    if (isFence) open = !open;
  }
  return lines.join('\n');
};
