const HEADER = /^\s*\[\s*scoring\s*\.\s*weights\s*\]\s*(?:#.*)?$/;
const ANY_HEADER = /^\s*\[/;

/** The text of a hydra.toml with these weights in place of its own; everything else stays as it is. */
export const withWeights = (toml: string, weights: Readonly<Record<string, number>>): string => {
  const table = ['[scoring.weights]', ...Object.entries(weights).map(([key, value]) => `${key} = ${value}`)];
  const lines = toml.split('\n');
  const start = lines.findIndex((line) => HEADER.test(line));
  if (start < 0) return `${toml.trimEnd()}${toml.trim() === '' ? '' : '\n\n'}${table.join('\n')}\n`;
  const next = lines.findIndex((line, at) => at > start && ANY_HEADER.test(line));
  const rest = next < 0 ? [] : ['', ...lines.slice(next)];
  return `${[...lines.slice(0, start), ...table, ...rest].join('\n').trimEnd()}\n`;
};
