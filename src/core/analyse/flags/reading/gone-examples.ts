const MOST_EXAMPLES = 1_000;
const DOC_LINE = /^\s*(?:\/\/[/!]|#)?\s?(.*)$/;

/** Examples in documents that a runner may run: sessions with a prompt, and fenced code in doc comments. */
const statedExamples = (text: string): ReadonlySet<string> => {
  const found = new Set<string>();
  let open: { readonly kind: 'session' | 'fence'; readonly lines: string[] } | null = null;
  const close = (): void => {
    if (open !== null && open.lines.length > 0 && found.size < MOST_EXAMPLES)
      found.add(open.lines.join('\n'));
    open = null;
  };
  for (const line of text.split('\n')) {
    const bare = (DOC_LINE.exec(line)?.[1] ?? '').trim();
    const isDoc = /^\s*\/\/[/!]/.test(line);
    if (open?.kind === 'fence') {
      if (!isDoc || bare.startsWith('```')) close();
      else open.lines.push(bare);
    } else if (isDoc && bare.startsWith('```')) open = { kind: 'fence', lines: [] };
    else if (bare.startsWith('>>> ')) {
      close();
      open = { kind: 'session', lines: [bare] };
    } else if (open !== null) {
      if (bare === '' || /^(?:"""|''')/.test(bare)) close();
      else open.lines.push(bare);
    }
  }
  close();
  return found;
};

/** Examples of one version that another does not have. */
export const goneExamples = (before: string, after: string): readonly string[] => {
  const now = statedExamples(after);
  return [...statedExamples(before)].filter((example) => !now.has(example));
};
