const APP = '/app';
/** Instructions of a Dockerfile that matter here; longer lines are not read. */
const LINE = /^\s*(WORKDIR|COPY|ADD|FROM)\s+(\S.{0,1000})$/i;

type Copy = { readonly sources: readonly string[]; readonly to: string; readonly intoFolder: boolean };

/** `./a//b/../c` as `a/c`; `..` beyond the root ends there. */
const tidy = (path: string): string => {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
};

const under = (folder: string, path: string): string =>
  `/${tidy(path.startsWith('/') ? path : `${folder}/${path}`)}`;

const wordsOf = (text: string): readonly string[] => {
  if (!text.startsWith('[')) return text.trim().split(/\s+/);
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter((word) => typeof word === 'string') : [];
  } catch {
    return [];
  }
};

const copyOf = (text: string, folder: string): Copy | null => {
  const words = wordsOf(text.replace(/^(?:--\S+\s+)+/, ''));
  const to = words.at(-1);
  // Copies from another stage or from the network are not files of the task.
  if (words.length < 2 || to === undefined || /^(?:--\S+\s+)*--from=/.test(text)) return null;
  const sources = words.slice(0, -1).filter((source) => !source.includes('://'));
  return {
    sources,
    to: under(folder, to),
    intoFolder: sources.length > 1 || /(?:^|\/)\.?$/.test(to),
  };
};

const copiesIn = (dockerfile: string): readonly Copy[] => {
  const copies: Copy[] = [];
  let folder = '/';
  for (const line of dockerfile.replaceAll(/\\\r?\n/g, ' ').split(/\r?\n/)) {
    const [, word = '', rest = ''] = LINE.exec(line) ?? [];
    if (/^from$/i.test(word)) folder = '/';
    else if (/^workdir$/i.test(word)) folder = under(folder, rest.trim());
    else if (word !== '') copies.push(...[copyOf(rest, folder) ?? []].flat());
  }
  return copies;
};

/** Matches `*` and `?` within a name, by comparing, so that no pattern takes long. */
const matches = (pattern: string, name: string): boolean => {
  let [at, from, star, mark] = [0, 0, -1, 0];
  while (from < name.length) {
    if (pattern[at] === '?' || (pattern[at] !== '*' && pattern[at] === name[from])) {
      at += 1;
      from += 1;
    } else if (pattern[at] === '*') {
      star = at;
      mark = from;
      at += 1;
    } else if (star >= 0) {
      at = star + 1;
      mark += 1;
      from = mark;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
};

/** Where a file goes if `source` is copied; null: it is not part of it. */
const placed = (path: string, source: string, { to, intoFolder }: Copy): string | null => {
  const [wanted, parts] = [tidy(source).split('/').filter(Boolean), path.split('/')];
  if (parts.length < wanted.length || !wanted.every((name, at) => matches(name, parts[at] ?? '')))
    return null;
  const rest = parts.slice(wanted.length);
  // A folder's contents are copied, a file goes into a folder or becomes it.
  const below = rest.length > 0 ? rest : intoFolder ? parts.slice(-1) : [];
  return [to, ...below].join('/');
};

/**
 * Where the files of an image's context lie below /app, by the COPY lines of its Dockerfile; some lie in two places. If no
 * line puts any there, all stay where they are.
 */
export const placeCopies = (
  dockerfile: string,
  paths: readonly string[],
): ReadonlyMap<string, readonly string[]> => {
  const copies = copiesIn(dockerfile);
  const found = new Map<string, readonly string[]>();
  for (const path of paths) {
    const places = copies.flatMap((copy) =>
      copy.sources.flatMap((source) => {
        const place = placed(path, source, copy);
        return place?.startsWith(`${APP}/`) ? [place.slice(APP.length + 1)] : [];
      }),
    );
    if (places.length > 0) found.set(path, [...new Set(places)]);
  }
  return found.size > 0 ? found : new Map(paths.map((path) => [path, [path]]));
};
