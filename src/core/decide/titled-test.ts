/** Whether an id ends with a title, after a character that cannot continue a name. */
export const isTitled = (id: string, title: string): boolean =>
  id.endsWith(title) && /^$|[^\w]$/.test(id.slice(0, id.length - title.length));
