const HEADER = /^\s*\[\s*scoring\s*\.\s*weights\s*\]\s*(?:#.*)?$/;
const ANY_HEADER = /^\s*\[/;
const SETTING = /^\s*(?:"([^"]+)"|'([^']+)'|([\w-]+))\s*=[^#]*(#.*)?$/;

type Weights = Readonly<Record<string, number>>;

const tableOf = (weights: Weights): readonly string[] =>
  Object.entries(weights).map(([key, value]) => `${key} = ${value}`);

/** The lines of the table with new values: comments stay where they are. */
const reweighted = (lines: readonly string[], weights: Weights): readonly string[] => {
  const written = new Set<string>();
  const kept = lines.flatMap((line) => {
    const found = SETTING.exec(line.trimEnd());
    if (found === null) return [line];
    const key = found[1] ?? found[2] ?? found[3] ?? '';
    if (!Object.hasOwn(weights, key) || written.has(key)) return [];
    written.add(key);
    return [`${key} = ${weights[key]}${found[4] === undefined ? '' : ` ${found[4]}`}`];
  });
  const others = tableOf(weights).filter((_, at) => !written.has(Object.keys(weights)[at] ?? ''));
  const last = kept.findLastIndex((line) => SETTING.test(line.trimEnd()));
  return [...kept.slice(0, last + 1), ...others, ...kept.slice(last + 1)];
};

/** The text of a hydra.toml with these weights in place of its own; everything else stays as it is. */
export const withWeights = (toml: string, weights: Weights): string => {
  const lines = toml.split('\n');
  const start = lines.findIndex((line) => HEADER.test(line));
  if (start < 0)
    return `${toml.trimEnd()}${toml.trim() === '' ? '' : '\n\n'}[scoring.weights]\n${tableOf(weights).join('\n')}\n`;
  const next = lines.findIndex((line, at) => at > start && ANY_HEADER.test(line));
  const end = next < 0 ? lines.length : next;
  const table = reweighted(lines.slice(start + 1, end), weights);
  return `${[...lines.slice(0, start + 1), ...table, ...lines.slice(end)].join('\n').trimEnd()}\n`;
};
