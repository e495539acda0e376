const STEP = /^(?:\.?([A-Za-z_$][\w$-]*)|\[(\d{1,9})\]|\["((?:[^"\\]|\\.)*)"\])/;

/** The steps of `a.b[0]["c d"]`; null if it is not such a path. */
const stepsOf = (path: string): readonly (string | number)[] | null => {
  const steps: (string | number)[] = [];
  for (let rest = path; rest !== '';) {
    const match = STEP.exec(rest);
    if (match === null) return null;
    const [whole, name, index, quoted] = match;
    if (index !== undefined) steps.push(Number(index));
    else steps.push(name ?? (quoted ?? '').replaceAll(/\\(.)/g, '$1'));
    rest = rest.slice(whole.length);
  }
  return steps;
};

export type FoundInJson =
  | { readonly found: true; readonly value: unknown }
  | { readonly found: false; readonly reason: string };

const nothing = (reason: string): FoundInJson => ({ found: false, reason });

/** The value at a path of a document; own members only. */
export const findInJson = (document: unknown, path: string): FoundInJson => {
  const steps = stepsOf(path);
  if (steps === null) return nothing(`${JSON.stringify(path)} is no path`);
  let value = document;
  for (const step of steps) {
    const inside = typeof value === 'object' && value !== null;
    const fits = Array.isArray(value) === (typeof step === 'number');
    if (!inside || !fits || !Object.hasOwn(value as object, step))
      return nothing(`there is no ${JSON.stringify(step)}`);
    value = (value as Record<string | number, unknown>)[step];
  }
  return { found: true, value };
};
