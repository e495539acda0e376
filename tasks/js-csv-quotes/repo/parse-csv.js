/** Rows of fields. */
export const parseCsv = (text) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(','));
