/** One pattern of many: names are matched by the hundred thousand. An empty list matches nothing. */
export const anyOf = (patterns: readonly RegExp[], flags = ''): RegExp =>
  patterns.length === 0 ? /(?!)/ : new RegExp(patterns.map(({ source }) => `(?:${source})`).join('|'), flags);
