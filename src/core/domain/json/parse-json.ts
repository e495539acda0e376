/** The value, or undefined if the text is not JSON: no JSON text has this value. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
