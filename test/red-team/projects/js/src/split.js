/** Shares of an amount, as equal as they can be. */
export const splitEvenly = (cents, people) => {
  const share = Math.floor(cents / people);
  return Array.from({ length: people }, () => share);
};

/** Shares in proportion; the last one takes what rounding leaves. */
export const splitByShare = (cents, shares) => {
  const whole = shares.reduce((sum, share) => sum + share, 0);
  const parts = shares.map((share) => Math.floor((cents * share) / whole));
  const given = parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part, at) => (at === parts.length - 1 ? part + cents - given : part));
};
