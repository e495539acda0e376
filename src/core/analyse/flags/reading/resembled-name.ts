import type { PackageNames } from '../../../languages/parts/manifest-rules.ts';

const SHORTEST = 5;

/** One letter added, removed or replaced, or two swapped. */
const isOneSlipApart = (a: string, b: string): boolean => {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < Math.min(a.length, b.length) && a[at] === b[at]) at++;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  if (restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)) return true;
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
};

/** The well-known name that a name is one typo away from; null if there is none or it is well-known itself. */
export const resembledName = (
  { popular, honest, filedAs = (spelt) => spelt }: PackageNames,
  name: string,
): string | null => {
  const wanted = filedAs(name);
  if (wanted.length < SHORTEST || wanted.length > 60 || popular.includes(wanted) || honest.has(wanted))
    return null;
  return popular.find((known) => known.length >= SHORTEST && isOneSlipApart(wanted, known)) ?? null;
};
