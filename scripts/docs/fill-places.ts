const PLACE = /(<!-- generated: (\S+) -->\n)[^]*?(<!-- end -->)/g;

/** A page written by hand, with generated tables between marks. */
export const fillPlaces = (page: string, tables: Readonly<Record<string, readonly string[]>>): string =>
  page.replaceAll(PLACE, (_, start: string, name: string, end: string) => {
    const table = tables[name];
    if (table === undefined) throw new Error(`nothing is generated for ${name}`);
    return `${start}\n${table.join('\n')}\n\n${end}`;
  });
