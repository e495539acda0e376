import type { FunctionName } from '../probe/mark-functions.ts';

const MOST_FILES = 4;
const SHORTEST = 3;
const FOR_STEM = 4;

const stemOf = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.\w+$/, '')
    .toLowerCase();

/** A test is usually named after its module. */
const namesStem = (path: string, stem: string): boolean => {
  const parts = stemOf(path).split(/[^a-z0-9]+/);
  return stem.length >= SHORTEST && stem.split(/[^a-z0-9]+/).every((part) => parts.includes(part));
};

/** Share of common folders: if two modules have the same name, the nearer test counts. */
const nearness = (a: string, b: string): number => {
  const [left, right] = [a.split('/').slice(0, -1), b.split('/').slice(0, -1)];
  const at = left.findIndex((part, index) => part !== right[index]);
  return (at === -1 ? left.length : at) / (1 + Math.max(left.length, right.length));
};

/** Test files that mention changed functions or are named after their modules, the most relevant first. */
export const rankTestFiles = (
  files: readonly { readonly path: string; readonly text: string }[],
  functions: readonly FunctionName[],
  most = MOST_FILES,
): readonly string[] => {
  const names = new Set(
    functions
      .flatMap(({ name }) => name.split('.'))
      .filter((name) => name.length >= SHORTEST && !/^__\w+__$/.test(name)),
  );
  const paths = [...new Set(functions.map(({ path }) => path))];
  return files
    .map(({ path, text }) => {
      const words = new Set(text.match(/[A-Za-z_$][\w$]*/g));
      const mentions = [...names].filter((name) => words.has(name)).length;
      const called = Math.max(
        0,
        ...paths.map((one) => (namesStem(path, stemOf(one)) ? FOR_STEM + nearness(path, one) : 0)),
      );
      return { path, score: mentions + called };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
    .slice(0, most)
    .map(({ path }) => path);
};
