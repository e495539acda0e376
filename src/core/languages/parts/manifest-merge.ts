/** Which parts of a changed manifest the base's checks may see. */
export type MergedManifest =
  /** The candidate's, as it is. */
  | { readonly kind: 'kept'; readonly dependencies: boolean }
  /** Nothing of the change is left. */
  | { readonly kind: 'restored' }
  | { readonly kind: 'merged'; readonly text: string; readonly dependencies: boolean };

/** Merges a manifest of the base with a candidate's. */
export type MergeManifest = (base: string, own: string) => MergedManifest;

type Section = { readonly name: string; readonly lines: readonly string[] };

/** Every line that could be a header starts a section: a real one is never missed, even inside a string. */
const sectionsOf = (text: string): readonly Section[] => {
  const sections: { name: string; lines: string[] }[] = [{ name: '', lines: [] }];
  for (const line of text.split('\n')) {
    const header = /^\s*\[{1,2}([^\]\n]{0,300})\]/.exec(line);
    if (header !== null) sections.push({ name: (header[1] ?? '').replaceAll(/["'\s]/g, ''), lines: [] });
    sections.at(-1)?.lines.push(line);
  }
  return sections;
};

/** For files with sections: `isTool` identifies sections that configure tools. */
export const mergeSections = (
  base: string,
  own: string,
  isTool: (name: string) => boolean,
): MergedManifest => {
  const [before, after] = [sectionsOf(base), sectionsOf(own)];
  const pick = (sections: readonly Section[], tools: boolean): string =>
    sections
      .filter(({ name }) => isTool(name) === tools)
      .map(({ lines }) => lines.join('\n').trim())
      .filter((part) => part !== '')
      .join('\n\n');
  const [restBefore, restAfter] = [pick(before, false), pick(after, false)];
  const dependencies = restBefore !== restAfter;
  if (pick(before, true) === pick(after, true)) return { kind: 'kept', dependencies };
  if (!dependencies) return { kind: 'restored' };
  // Lines before the first header must come first, or they would become part of another section.
  const head =
    before
      .find(({ name }) => name === '')
      ?.lines.join('\n')
      .trim() ?? '';
  const tools = pick(
    before.filter(({ name }) => name !== ''),
    true,
  );
  const text = [head, restAfter, tools].filter((part) => part !== '').join('\n\n');
  return { kind: 'merged', text: `${text}\n`, dependencies };
};
