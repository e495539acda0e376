const UNBOUNDED = /^(?:[*+]|\{\d+,\})/;

/** One repetition inside another can take forever: `(a+)+`. Rules with such a pattern are not checked. */
export const isTame = (pattern: string): boolean => {
  const open: boolean[] = [];
  let repeats = false;
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern[at];
    if (char === '\\') at += 1;
    else if (char === '[') {
      while (at < pattern.length && pattern[at] !== ']') at += pattern[at] === '\\' ? 2 : 1;
    } else if (char === '(') {
      open.push(repeats);
      repeats = false;
    } else if (char === ')') {
      const again = UNBOUNDED.test(pattern.slice(at + 1, at + 20));
      if (repeats && again) return false;
      repeats = (open.pop() ?? false) || repeats;
    } else if (UNBOUNDED.test(pattern.slice(at, at + 20))) repeats = true;
  }
  return true;
};
