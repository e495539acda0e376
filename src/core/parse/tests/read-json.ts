/** The value, or undefined if the text is not JSON: no JSON text has this value. */
export const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** A JSON document that a console may have put lines before and after. */
export const readJsonDocument = (text: string): unknown => {
  const whole = readJson(text);
  if (whole !== undefined) return whole;
  const from = text.startsWith('{') ? 0 : text.indexOf('\n{') + 1;
  const to = text.lastIndexOf('}');
  return to > from ? readJson(text.slice(from, to + 1)) : undefined;
};

/** Lines without their ends; a last line without an end counts. */
export const textLines = (text: string): string[] => {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
};
