const MAX_CHARS = 200_000;

/** Extras of setup.cfg and setup.py, which pyproject.toml does not list. */
export const setupExtras = (text: (file: string) => string): readonly string[] => {
  const section = text('setup.cfg')
    .slice(0, MAX_CHARS)
    .split(/^\[options\.extras_require\]\s*$/m)[1];
  const own = section === undefined ? [] : section.split(/^\[/m)[0]!.matchAll(/^([\w-]{1,40})\s*=/gm);
  const script = text('setup.py').slice(0, MAX_CHARS);
  const named = /\bextras_require\b/i.test(script)
    ? script.matchAll(/["']([\w-]{1,40})["']\s*\]?\s*[:=]/g)
    : [];
  return [...new Set([...own, ...named].map(([, name = '']) => name))];
};
