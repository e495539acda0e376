import { parseJson } from '../../domain/json/parse-json.ts';

/** A JSON document that a console may have put lines before and after. */
export const readJsonDocument = (text: string): unknown => {
  const whole = parseJson(text);
  if (whole !== undefined) return whole;
  const from = text.startsWith('{') ? 0 : text.indexOf('\n{') + 1;
  const to = text.lastIndexOf('}');
  return to > from ? parseJson(text.slice(from, to + 1)) : undefined;
};

/** Lines without their ends; a last line without an end counts. */
export const textLines = (text: string): string[] => {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
};
