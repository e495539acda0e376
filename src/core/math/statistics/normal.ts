const SERIES_UP_TO = 6;

/** Share of a standard normal distribution at or below a value. */
export const normalCdf = (value: number): number => {
  if (Number.isNaN(value)) return Number.NaN;
  if (Math.abs(value) > SERIES_UP_TO) return value > 0 ? 1 - tail(value) : tail(-value);
  let term = value;
  let sum = value;
  for (let odd = 3; Math.abs(term) > 1e-17; odd += 2) {
    term *= (value * value) / odd;
    sum += term;
  }
  return 0.5 + sum * density(value);
};

const density = (value: number): number => Math.exp((-value * value) / 2) / Math.sqrt(2 * Math.PI);

/** For the tails: the continued fraction of Mills' ratio, from its end. */
const tail = (value: number): number => {
  let fraction = value;
  for (let step = 60; step > 0; step -= 1) fraction = value + step / fraction;
  return density(value) / fraction;
};

/** The quantile function, for shares strictly between 0 and 1. */
export const normalQuantile = (share: number): number => {
  if (!(share > 0 && share < 1)) return Number.NaN;
  let low = -40;
  let high = 40;
  for (let step = 0; step < 80; step += 1) {
    const middle = (low + high) / 2;
    if (normalCdf(middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
};
