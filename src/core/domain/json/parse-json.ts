/** The value, or undefined if the text is not JSON: no JSON text has this value. A byte order mark is allowed. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text) as unknown;
  } catch {
    return undefined;
  }
};
