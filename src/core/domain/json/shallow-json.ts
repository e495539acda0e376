const DEEPEST = 100;

/** How deeply brackets nest outside strings; no real document nests deeper than `DEEPEST`. */
const isDeep = (text: string): boolean => {
  let [depth, inString] = [0, false];
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (char === '}' || char === ']') depth -= 1;
  }
  return false;
};

/** JSON from a model; null if it is not JSON, or nested too deeply to be written again. */
export const parseShallowJson = (text: string): { readonly value: unknown } | null => {
  if (isDeep(text)) return null;
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
};
