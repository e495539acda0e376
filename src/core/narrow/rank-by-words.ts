type TestFile = { readonly path: string; readonly text: string };

const WORD = /[A-Za-z_$][\w$]{2,60}/g;
/** Rare words are more informative; a word in more than half of all files is ignored. */
const MOST_COMMON = 0.5;
const LONGEST = 200_000;

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.slice(0, LONGEST).match(WORD));

/** Changed lines and their context, without git's headers. */
const linesOf = (patch: string): string =>
  patch
    .split('\n')
    .filter((line) => !/^(?:index |--- |\+\+\+ |new file|deleted file|similarity|rename )/.test(line))
    .join('\n');

/** For each change, test files by the rare words that they share with it and with the task, the most first. */
export const rankByWords = (
  tests: readonly TestFile[],
  patches: readonly string[],
  task: string,
): readonly (readonly string[])[] => {
  const files = tests.map(({ path, text }) => ({
    path,
    words: wordsOf(`${path.replaceAll(/[/._-]/g, ' ')} ${text}`),
  }));
  const counts = new Map<string, number>();
  for (const { words } of files) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weight = (word: string): number => {
    const count = counts.get(word) ?? 0;
    return count === 0 || count > files.length * MOST_COMMON ? 0 : Math.log(files.length / count);
  };
  return patches.map((patch) => {
    const asked = [...wordsOf(`${linesOf(patch)}\n${task}`)].filter((word) => weight(word) > 0);
    return files
      .map(({ path, words }) => ({
        path,
        // Long files contain every word.
        score:
          asked.reduce((sum, word) => sum + (words.has(word) ? weight(word) : 0), 0) /
          Math.sqrt(100 + words.size),
      }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
      .map(({ path }) => path);
  });
};
