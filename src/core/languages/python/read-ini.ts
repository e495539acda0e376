/** Sections of an INI file as Python's configparser reads them: an indented line goes on with the value above. */
export const readIni = (text: string): ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> => {
  const sections = new Map<string, Map<string, string[]>>();
  let section: Map<string, string[]> | null = null;
  let value: string[] | null = null;
  for (const line of text.split('\n')) {
    const bare = line.trim();
    if (bare === '' || bare.startsWith('#') || bare.startsWith(';')) continue;
    if (bare.startsWith('[') && bare.endsWith(']')) {
      const name = bare.slice(1, -1);
      section = sections.get(name) ?? new Map<string, string[]>();
      sections.set(name, section);
      value = null;
    } else if (/^\s/.test(line) && value) value.push(bare);
    else {
      const at = bare.search(/[=:]/);
      if (at < 1 || !section) continue;
      const first = bare.slice(at + 1).trim();
      value = first === '' ? [] : [first];
      section.set(bare.slice(0, at).trim(), value);
    }
  }
  return sections;
};
