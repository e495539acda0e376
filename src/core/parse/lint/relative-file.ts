const SCHEME = /^file:\/\/(?:localhost)?(?=\/)/i;

/** Undoes %20 and the like; a name that is not an encoded one stays as it is. */
export const decodeUri = (uri: string): string => {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
};

const withoutDots = (path: string): string => {
  if (!/(?:^|\/)\.{0,2}(?:\/|$)/.test(path)) return path;
  const kept: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else if (part !== '.' && part !== '') kept.push(part);
  }
  return (path.startsWith('/') ? '/' : '') + kept.join('/');
};

/** A tool's name for a file → relative to the workspace with `/`; a name outside it stays absolute. */
export const relativeFile = (file: string, root: string): string => {
  const plain = SCHEME.test(file) ? decodeUri(file.replace(SCHEME, '')) : file;
  const path = withoutDots(plain.replaceAll('\\', '/'));
  const top = withoutDots(root.replaceAll('\\', '/')).replace(/\/$/, '');
  if (path === top) return '';
  return path.startsWith(`${top}/`) ? path.slice(top.length + 1) : path;
};
