import { pathsBelow } from './path-parts.ts';
import type { RepoFacts } from './repo-facts.ts';

/** The facts as a project in the folder sees them. */
export const factsIn = ({ files, texts }: RepoFacts, folder: string): RepoFacts => {
  if (folder === '') return { files, texts };
  const prefix = `${folder}/`;
  return {
    files: pathsBelow(folder, files),
    texts: Object.fromEntries(
      Object.entries(texts).flatMap(([path, text]) =>
        path.startsWith(prefix) ? [[path.slice(prefix.length), text]] : [],
      ),
    ),
  };
};
